package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/language"
)

// htmlChart is a bar chart. Widths are in percent of the page, so that bars are sharp on all
// devices and texts are not scaled.
type htmlChart struct {
	ID, Title string
	// Text describes the chart for readers who do not see it.
	Text   string
	Height int
	Bars   []htmlBar
	// More counts the bars that are left out.
	More string
}

type htmlBar struct {
	Label string
	N     int
	// TextY and Y are the positions of the label and of the bar.
	TextY, Y int
	Pieces   []htmlPiece
}

// htmlPiece is the part of a bar for one severity, in percent.
type htmlPiece struct{ Class, X, Width string }

const (
	// manyGroups is the most groups in the chart.
	manyGroups = 8
	barHeight  = 26
)

// severityChart returns nil if there are no changes.
func (h *htmlWriter) severityChart() *htmlChart {
	chart := &htmlChart{ID: "chart-severity", Title: h.w.Text("page-by-severity")}
	most := 0
	for _, n := range h.r.Summary.BySeverity {
		most = max(most, n)
	}
	var texts []string
	for _, s := range htmlSeverities(h.r) {
		n := h.r.Summary.BySeverity[s]
		name := escape.Plain(severityName(s, h.w))
		chart.add(name, map[rule.Severity]int{s: n}, most)
		texts = append(texts, fmt.Sprintf("%s %d", name, n))
	}
	chart.Text = strings.Join(texts, ", ")
	if len(h.r.Changes) == 0 {
		return nil
	}
	return chart
}

// groupChart counts the changes of each group, those with the most severe changes first.
func (h *htmlWriter) groupChart() *htmlChart {
	counts := map[string]map[rule.Severity]int{}
	shared := h.w.Text("page-shared")
	for _, c := range h.r.Changes {
		name := escape.Plain(groupName(c.Group))
		if unattributed(c.Change) {
			name = shared
		}
		if counts[name] == nil {
			counts[name] = map[rule.Severity]int{}
		}
		counts[name][c.Severity]++
	}
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		for _, s := range rule.Severities() {
			if c := cmp.Compare(counts[b][s], counts[a][s]); c != 0 {
				return c
			}
		}
		return cmp.Compare(a, b)
	})
	if len(names) == 0 {
		return nil
	}
	chart := &htmlChart{ID: "chart-group", Title: h.w.Text("page-by-group")}
	if more := len(names) - manyGroups; more > 0 {
		names = names[:manyGroups]
		chart.More = h.w.Count("page-more-groups", more)
	}
	most := 0
	for _, name := range names {
		most = max(most, total(counts[name]))
	}
	var texts []string
	for _, name := range names {
		chart.add(name, counts[name], most)
		texts = append(texts, name+": "+countsText(counts[name], h.w))
	}
	chart.Text = strings.Join(texts, "; ")
	return chart
}

func total(counts map[rule.Severity]int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
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

// add adds a bar at the bottom.
func (c *htmlChart) add(label string, counts map[rule.Severity]int, most int) {
	y := c.Height
	bar := htmlBar{Label: label, N: total(counts), TextY: y + 13, Y: y + 18}
	done := 0
	for _, s := range rule.Severities() {
		if n := counts[s]; n > 0 {
			bar.Pieces = append(bar.Pieces, htmlPiece{severityClass(s), percent(done, most), percent(n, most)})
			done += n
		}
	}
	c.Bars = append(c.Bars, bar)
	c.Height += barHeight
}

func percent(n, of int) string {
	return strconv.FormatFloat(100*float64(n)/float64(max(of, 1)), 'f', 2, 64) + "%"
}
