package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page"
)

// manyGroups is the most groups in the chart.
const manyGroups = 8

func (b *builder) charts() {
	if len(b.r.Changes) == 0 {
		return
	}
	bySeverity := page.Block{Kind: page.Chart, ID: "chart-severity", Line: page.Plain(b.w.Text("page-by-severity"))}
	var texts []string
	for _, s := range ShownSeverities(b.r) {
		name, n := severityName(s, b.w.Words), b.r.Summary.BySeverity[s]
		bySeverity.Bars = append(bySeverity.Bars, page.Bar{Label: name, Parts: bar(map[rule.Severity]int{s: n})})
		texts = append(texts, fmt.Sprintf("%s %d", name, n))
	}
	bySeverity.Text = strings.Join(texts, ", ")
	b.add(bySeverity)

	byGroup := page.Block{Kind: page.Chart, ID: "chart-group", Line: page.Plain(b.w.Text("page-by-group"))}
	counts, names := b.groupCounts()
	if more := len(names) - manyGroups; more > 0 {
		names = names[:manyGroups]
		byGroup.Tags = []page.Line{page.Plain(b.w.Count("page-more-groups", more))}
	}
	byGroup.Bars = slice.Map(names, func(name string) page.Bar { return page.Bar{Label: name, Parts: bar(counts[name])} })
	byGroup.Text = strings.Join(slice.Map(names, func(name string) string { return name + ": " + countsText(counts[name], b.w.Words) }), "; ")
	b.add(byGroup)
}

// groupCounts counts the changes of each group, those with the most severe changes first.
func (b *builder) groupCounts() (counts map[string]map[rule.Severity]int, names []string) {
	counts = map[string]map[rule.Severity]int{}
	for _, c := range b.r.Changes {
		name := groupName(c.Group)
		if unattributed(c.Change) {
			name = b.w.Text("page-shared")
		}
		if counts[name] == nil {
			counts[name] = map[rule.Severity]int{}
		}
		counts[name][c.Severity]++
	}
	return counts, slices.SortedFunc(maps.Keys(counts), func(x, y string) int {
		for _, s := range rule.Severities() {
			if c := cmp.Compare(counts[y][s], counts[x][s]); c != 0 {
				return c
			}
		}
		return cmp.Compare(x, y)
	})
}

func bar(counts map[rule.Severity]int) (parts []page.Part) {
	for _, s := range rule.Severities() {
		if counts[s] > 0 {
			parts = append(parts, page.Part{Class: severityClass(s), N: counts[s]})
		}
	}
	return parts
}

// countsText writes "2 breaking, 1 info".
func countsText(counts map[rule.Severity]int, w language.Words) string {
	var parts []string
	for _, s := range rule.Severities() {
		if n := counts[s]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, severityName(s, w)))
		}
	}
	return strings.Join(parts, ", ")
}
