package waiver

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/kubedelta/kubedelta/scan/finding"
)

// Comments are the waivers of one file.
type Comments struct {
	list []Comment
	// documents is the number of documents with content.
	documents int
}

// List returns the comments in the order of the file.
func (c Comments) List() []Comment { return c.list }

// Apply divides the findings of the file into those that count and those that a comment waives.
// known reports whether a rule exists. It warns about each comment that does not count, and about
// each that covers no finding, because it has no effect and should be removed, if sure reports that
// all findings of its rule would have been found.
func (c Comments) Apply(file string, findings []finding.Finding, known, sure func(rule string) bool) (kept []finding.Finding, waived []finding.Waived, warnings []finding.Warning) {
	a := newApplication(c)
	for _, f := range findings {
		i := a.covering(&f)
		if i < 0 {
			kept = append(kept, f)
			continue
		}
		w := c.list[i]
		waived = append(waived, finding.Waived{Finding: f, By: finding.InManifest, Reason: w.Reason, WaiverLine: w.Line})
	}
	for i, w := range c.list {
		at := len(warnings)
		warnings = append(warnings, a.complaints(i, known, sure)...)
		for j := range warnings[at:] {
			warnings[at+j].File, warnings[at+j].Line = file, w.Line
		}
	}
	return kept, waived, warnings
}

// application is the application of the comments to one file.
type application struct {
	Comments
	// byLine has the comments for one line, heads those for a document, in their order.
	byLine map[int][]int
	heads  []int
	// used has, for each comment, the rules of findings that it covers.
	used []map[string]bool
}

func newApplication(c Comments) *application {
	a := &application{Comments: c, byLine: map[int][]int{}, used: make([]map[string]bool, len(c.list))}
	for i, w := range c.list {
		a.used[i] = map[string]bool{}
		switch {
		case w.Head:
			a.heads = append(a.heads, i)
		case w.First > 0:
			a.byLine[w.First] = append(a.byLine[w.First], i)
		}
	}
	return a
}

// covering is the index of the comment that waives a finding, the nearest one; -1 if none does. All
// comments that cover it count as used.
func (a *application) covering(f *finding.Finding) int {
	by := -1
	for _, i := range slices.Concat(a.headsOver(f), a.byLine[f.Line]) {
		if w := a.list[i]; w.Reason != "" && slices.Contains(w.Rules, f.Rule) {
			a.used[i][f.Rule] = true
			by = i
		}
	}
	return by
}

// headsOver are the comments at the head of a finding's document. For a finding without a line that
// is only known if the file has one document.
func (a *application) headsOver(f *finding.Finding) []int {
	if f.Line <= 0 {
		if a.documents == 1 {
			return a.heads
		}
		return nil
	}
	from := sort.Search(len(a.heads), func(i int) bool { return a.list[a.heads[i]].Last >= f.Line })
	to := from
	for to < len(a.heads) && a.list[a.heads[to]].First <= f.Line {
		to++
	}
	return a.heads[from:to]
}

// complaints are the warnings about a comment.
func (a *application) complaints(i int, known, sure func(rule string) bool) (list []finding.Warning) {
	w := a.list[i]
	if len(w.Rules) == 0 {
		return []finding.Warning{{Text: fmt.Sprintf("the comment has no rule, so it is ignored: write `# %s rule -- reason`", Mark)}}
	}
	if w.Reason == "" {
		return []finding.Warning{{Text: fmt.Sprintf("the comment has no reason, so it is ignored: write `# %s %s -- reason`", Mark, strings.Join(w.Rules, ","))}}
	}
	var unused []string
	for _, rule := range w.Rules {
		switch {
		case !known(rule):
			list = append(list, finding.Warning{Text: fmt.Sprintf("the comment waives %q, which is not a rule; `kubedelta explain` lists the rules", rule)})
		case !a.used[i][rule] && sure(rule):
			unused = append(unused, rule)
		}
	}
	if len(unused) > 0 {
		list = append(list, Unused(unused))
	}
	return list
}

// Unused is the warning about rules of a comment that waive no finding.
func Unused(rules []string) finding.Warning {
	list := strings.Join(rules, ", ")
	return finding.Warning{Text: fmt.Sprintf("the comment waives %s, but there is no such finding: remove it", list), Unused: list}
}
