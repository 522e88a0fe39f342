package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/page"
)

// screen is what the page in HTML has beyond the other formats.
type screen struct {
	// taken are the IDs in use.
	taken map[string]bool
	// entries are the entries of pull requests that changes link to, or whose texts they contain.
	entries map[int]*Note
	// printed are the entries that are already on the page.
	printed map[string]bool
}

func newScreen(r *Report) *screen {
	s := &screen{taken: map[string]bool{}, entries: map[int]*Note{}, printed: map[string]bool{}}
	for n := range slice.Each(r.Notes) {
		for _, pr := range pulls(n) {
			if pr > 0 && s.entries[pr] == nil && ofProject(n.Repository) && (r.printsEntries() || n.shownText() != "") {
				s.entries[pr] = n
			}
		}
	}
	return s
}

// NoteAnchor is the anchor of an entry on the page of its release notes.
func NoteAnchor(pr int) string { return fmt.Sprintf("note-%d", pr) }

func (b *builder) search() *page.Search {
	out := &page.Search{Words: b.w.Words, Folds: len(b.r.Changes) > 0}
	if len(b.r.Changes)+len(b.r.Waived) > 0 || b.r.printsEntries() && len(b.r.Notes) > 0 {
		out.Facets = slice.Map(b.facets.list[:], func(f facet) page.Facet { return f.Facet })
	}
	return out
}

// anchor reserves an ID; it returns "" if the ID is in use.
func (s *screen) anchor(name string) string {
	if s.taken[name] {
		return ""
	}
	s.taken[name] = true
	return name
}

// collect returns the blocks of some parts, without adding them.
func (b *builder) collect(parts func()) (blocks []page.Block) {
	outer := b.add
	page.Page{Blocks: func(add page.Adder) { b.add = add; parts() }}.Each(func(one page.Block) { blocks = append(blocks, one) })
	b.add = outer
	return blocks
}

// onScreen adds the report in HTML. Its head has links to the parts.
func (b *builder) onScreen(head, parts func()) {
	body := b.collect(func() {
		parts()
		b.rulePages()
	})
	contents := page.Block{Kind: page.Contents}
	for _, one := range body {
		if one.Kind == page.Heading && one.Level == 2 && one.ID != "" && one.Class == "" {
			link := page.Line{{Text: one.Line.Plain(), To: "#" + one.ID}}
			if one.Total > 0 {
				link = append(link, page.Run{Text: " " + strconv.Itoa(one.Total), Class: "soft"})
			}
			contents.Tags = append(contents.Tags, link)
		}
	}
	head()
	b.add(contents)
	if !b.r.aboutNotes() {
		b.tally(2)
	}
	b.add(page.Block{Kind: page.Filters})
	for _, one := range body {
		b.add(one)
	}
}

func (b *builder) tally(level int) {
	b.unread(level)
	for _, s := range ShownSeverities(b.r) {
		n := b.r.Summary.BySeverity[s]
		count := page.Block{Kind: page.Count, Class: severityClass(s), Mark: page.Text(strconv.Itoa(n)), Line: page.Plain(severityName(s, b.w.Words)), Level: level}
		switch {
		case n == 0:
			count.Class += " zero"
		case b.screen.taken[severityClass(s)]:
			count.Mark.To = "#" + severityClass(s)
		}
		b.add(count)
		level = 0
	}
	sections := slice.Map(b.r.Sections(), func(s Section) string {
		if len(s.Changes) == 0 {
			return s.Title + " " + b.w.Text("none")
		}
		return s.Title + " " + strconv.Itoa(len(s.Changes))
	})
	b.add(page.Block{Kind: page.Soft, Line: page.Plain(strings.Join(sections, " · "))})
	lines := b.r.unlinked(b.w.Words)
	if !b.r.aboutNotes() {
		lines = append(lines, b.r.notes().gaps(b.r.printsEntries(), b.w.Words)...)
	}
	for _, line := range lines {
		b.add(page.Block{Kind: page.Soft, Line: page.Plain(line)})
	}
	b.reworded()
	b.charts()
	if len(b.r.Changes) > 0 {
		b.summary()
	}
}

func severityClass(s rule.Severity) string {
	if slices.Contains(rule.Severities(), s) {
		return string(s)
	}
	return string(rule.Unknown)
}

// bySeverity adds breaking changes first. Within a severity, changes are in the sections of the other formats.
func (b *builder) bySeverity(level int) {
	if len(b.r.Changes) == 0 {
		b.add.Paragraphs(weightScope, b.w.Text(b.r.noChanges()))
	}
	sections := b.r.Sections()
	for _, s := range ShownSeverities(b.r) {
		alike := func(c Change) bool { return c.Severity == s }
		n := len(slice.Filter(b.r.Changes, alike))
		if n == 0 {
			continue
		}
		class := severityClass(s)
		b.add(page.Block{Kind: page.Heading, Level: level, Class: "part", ID: b.screen.anchor(class), Mark: page.Run{Class: class}, Line: page.Plain(severityName(s, b.w.Words)), Total: n})
		for i, section := range sections {
			for j, c := range slice.Filter(section.Changes, alike) {
				if j == 0 {
					b.add.Heading(level+1, page.Text(section.Title))
				}
				b.add(b.detailed(i, &c))
			}
		}
	}
	b.versions(level)
}

func (b *builder) rulePages() {
	b.heading(2, "page-rules", "rules", 0)
	for _, r := range rule.Registry() {
		if id := "rule-" + r.ID; b.screen.taken[id] {
			b.add(page.Block{Kind: page.Fact, ID: id, Mark: page.Code(r.ID), Language: "en", Line: page.Line{page.Text(r.Title + ". "), {Text: r.Doc, Set: page.AsProse}}})
		}
	}
}

// placed is an entry in HTML: what other formats have behind its text is at its side, and it links to changes.
func (b *builder) placed(n *Note) page.Block {
	e := page.Block{Kind: page.Entry, Text: n.shownText(), Values: b.facets.write(b.facets.noteValues(n))}
	side := []page.Line{n.by(), page.Plain(sigNames(n.SIGs, b.w.Words))}
	if n.Annotation != nil && n.Annotation.Text != "" {
		side = append(side, page.Plain(b.w.Text("author-text")))
	}
	e.Side = page.Join(side, " ")
	if e.Text == "" {
		e.Line = page.Join(n.facts(b.w), "; ")
	}
	if list := pulls(n); ofProject(n.Repository) && len(list) > 0 && b.screen.entries[list[0]] != nil {
		e.ID = b.screen.anchor(NoteAnchor(pulls(b.screen.entries[list[0]])[0]))
	}
	which := fmt.Sprint(n.Repository, n.Release, n.Section, pulls(n), n.Text)
	e.Done = b.screen.printed[which]
	b.screen.printed[which] = true
	for _, remark := range b.r.remarks(n, b.w) {
		for run := range slice.Each(remark) {
			if strings.HasPrefix(run.To, "#") && !b.screen.taken[run.To[1:]] {
				run.To = ""
			}
		}
		e.Below = append(e.Below, page.Block{Kind: page.Item, Class: "remarks", Line: remark})
	}
	return e
}
