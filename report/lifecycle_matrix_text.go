package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/report/layout"
)

// text writes the matrix for a terminal. In one that is too narrow, adjacent releases with the same cells in
// all rows share a column, or else each row is text below its name. Nothing is left out.
func (m *LifecycleMatrix) text(w io.Writer, o format.Options) error {
	style := o.Style()
	t := lifecycleTable{m: m, style: style, spans: spansOf(len(m.Releases), func(int, int) bool { return false })}
	fits := func() bool { return style.Wide || style.Width <= 0 || t.width() <= style.Width }
	if !fits() {
		t.spans = spansOf(len(m.Releases), func(a, b int) bool {
			return !slices.ContainsFunc(m.Rows, func(row LifecycleRow) bool { return row.Cells[a] != row.Cells[b] })
		})
	}
	text := t.rows()
	if !fits() {
		text = t.words()
	}
	_, err := io.WriteString(w, text)
	return err
}

// span is a run of releases, by index, that share a column.
type span struct{ first, last int }

// lifecycleTable is a matrix during layout.
type lifecycleTable struct {
	m     *LifecycleMatrix
	style layout.Style
	spans []span
}

// label is the name of a run: "1.22", "1.1-1.13".
func (m *LifecycleMatrix) label(s span) string {
	if s.first == s.last {
		return m.Releases[s.first].String()
	}
	return m.Releases[s.first].String() + "-" + m.Releases[s.last].String()
}

// cellWidth is the least width of a column, for "1.10".
const cellWidth = 4

// names returns the cells before those of the releases, the API and in the wide table its kind, and their width.
func (t *lifecycleTable) names() (names []string, width int) {
	kind := layout.Columns("KIND")
	width = layout.Columns("API")
	for _, row := range t.m.Rows {
		kind = max(kind, layout.Columns(escape.Plain(row.Kind)))
		width = max(width, layout.Columns(escape.Plain(row.name())))
	}
	line := func(name, of string) string {
		name = layout.Pad(name, width)
		if t.style.Wide {
			name += " " + layout.Pad(of, kind)
		}
		return name
	}
	names = append(names, line("API", "KIND"))
	for _, row := range t.m.Rows {
		names = append(names, line(escape.Plain(row.name()), escape.Plain(row.Kind)))
	}
	return names, layout.Columns(names[0])
}

func (t *lifecycleTable) width() int {
	_, width := t.names()
	for _, s := range t.spans {
		width += 1 + max(cellWidth, len(t.m.label(s)))
	}
	return width
}

// spansOf joins adjacent releases that are alike.
func spansOf(releases int, alike func(a, b int) bool) (spans []span) {
	for i := range releases {
		if i > 0 && alike(i-1, i) {
			spans[len(spans)-1].last = i
		} else {
			spans = append(spans, span{i, i})
		}
	}
	return spans
}

func (t *lifecycleTable) rows() string {
	var b strings.Builder
	names, _ := t.names()
	b.WriteString(names[0])
	for _, s := range t.spans {
		fmt.Fprintf(&b, " %*s", cellWidth, t.m.label(s))
	}
	b.WriteString("\n")
	for i, row := range t.m.Rows {
		b.WriteString(names[i+1])
		for _, s := range t.spans {
			fmt.Fprintf(&b, " %*s", max(cellWidth, len(t.m.label(s))), row.Cells[s.first].Mark())
		}
		b.WriteString("\n")
	}
	b.WriteString("\n" + t.style.Hang("", "", LifecycleLegend))
	return b.String()
}

// words is each row as text below its name: "1.1-1.13 served; 1.14-1.21 deprecated".
func (t *lifecycleTable) words() string {
	var b strings.Builder
	for _, row := range t.m.Rows {
		b.WriteString(t.style.Hang("", "  ", t.style.Paint(layout.Bold, escape.Plain(row.name()))))
		b.WriteString(t.style.Hang("  ", "  ", strings.Join(t.m.eras(row), "; ")))
	}
	b.WriteString("\n" + t.style.Hang("", "", "The table is wider than this terminal; -o wide prints it anyway."))
	return b.String()
}

// eras returns the runs of releases that serve the version in the same way.
func (m *LifecycleMatrix) eras(r LifecycleRow) (eras []string) {
	for _, s := range spansOf(len(r.Cells), func(a, b int) bool { return r.Cells[a] == r.Cells[b] }) {
		if cell := r.Cells[s.first]; cell != CellAbsent {
			eras = append(eras, m.label(s)+" "+string(cell))
		}
	}
	return eras
}
