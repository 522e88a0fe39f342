package findings

import (
	"strings"
	"unicode/utf8"

	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/layout"
	"github.com/kubedelta/kubedelta/report/page"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// maxSource bounds the characters of a line that are looked at. Findings on one
// long line each bring the whole of it, so without a bound the work would be the
// square of the input. maxShown is how far behind a finding's place is looked.
const (
	maxSource = 2048
	maxShown  = 512
)

// shownBefore are the columns that stay before what a finding points at, where
// its line does not fit.
const shownBefore = 30

// excerptOf cuts the source line of a finding to width columns; nil where the finding
// has none, or points behind what is looked at. It is safe for a terminal.
func excerptOf(f *finding.Finding, width int) *page.Source {
	begin, end, ok := span(f)
	if !ok {
		return nil
	}
	var parts [3]strings.Builder
	column, i := 0, 0
	for offset := 0; offset < len(f.Source) && i < begin+maxShown; i++ {
		r, size := utf8.DecodeRuneInString(f.Source[offset:])
		offset += size
		text := escape.Plain(string(r))
		if r == '\t' {
			text = strings.Repeat(" ", tabStop-column%tabStop)
		}
		column += layout.Columns(text)
		part := 2
		if i < begin {
			part = 0
		} else if i < end {
			part = 1
		}
		parts[part].WriteString(text)
	}
	e := page.Source{Before: parts[0].String(), At: parts[1].String(), Behind: parts[2].String()}
	if f.SourceColumn > 1 {
		e.Before = "…" + e.Before
	}
	switch {
	case begin > i:
		return nil
	case end > begin && layout.Columns(e.At) == 0:
		e.At = " " // the end of the line, or something that has no width
	}
	return fit(e, width)
}

// tabStop is what a tab is shown as; most editors show YAML so.
const tabStop = 4

// span tells which characters of the source line a finding points at, from 0. A
// finding without a column points at none.
func span(f *finding.Finding) (begin, end int, ok bool) {
	if f.Source == "" || f.Line <= 0 {
		return 0, 0, false
	}
	if f.Column <= 0 {
		return 0, 0, true
	}
	first := max(f.SourceColumn, 1)
	begin, end = f.Column-first, f.EndColumn-first
	if begin < 0 || begin >= maxSource {
		return 0, 0, false
	}
	return begin, min(max(end, begin+1), maxSource), true
}

// fit cuts an excerpt so that it has at most width columns, an ellipsis where it
// was cut, and shows what the finding points at.
func fit(e page.Source, width int) *page.Source {
	e.Behind = strings.TrimRight(e.Behind, " ")
	if layout.Columns(e.Before)+layout.Columns(e.At)+layout.Columns(e.Behind) <= width {
		return &e
	}
	if layout.Columns(e.Before) > shownBefore {
		e.Before = "…" + tail(e.Before, shownBefore-1)
	}
	room := max(width-layout.Columns(e.Before), 10)
	if e.Behind != "" {
		room-- // for the sign that it was cut
	}
	if layout.Columns(e.At) > room {
		e.At, e.Behind = layout.Cut(e.At, room), ""
		return &e
	}
	e.Behind = layout.Cut(e.Behind, room+1-layout.Columns(e.At))
	return &e
}

// tail is the end of a text, in at most n columns.
func tail(s string, n int) string {
	width := layout.Columns(s)
	for i, r := range s {
		if width <= n {
			return s[i:]
		}
		width -= escape.Width(r)
	}
	return ""
}
