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
	source := f.Source[:offset(f.Source, begin+maxShown)]
	if utf8.RuneCountInString(source) < begin {
		return nil
	}
	column := 0
	shown := func(text string) string {
		var b strings.Builder
		for _, r := range text {
			text := escape.Plain(string(r))
			if r == '\t' {
				text = strings.Repeat(" ", tabStop-column%tabStop)
			}
			column += layout.Columns(text)
			b.WriteString(text)
		}
		return b.String()
	}
	from, to := offset(source, begin), offset(source, end)
	e := page.Source{Before: shown(source[:from]), At: shown(source[from:to]), Behind: shown(source[to:])}
	if f.SourceColumn > 1 {
		e.Before = "…" + e.Before
	}
	if end > begin && layout.Columns(e.At) == 0 {
		e.At = " " // the end of the line, or something that has no width
	}
	return fit(e, width)
}

// offset is where a character of a text begins, counted from 0; its end behind the last.
func offset(text string, character int) int {
	n := 0
	for at := range text {
		if n == character {
			return at
		}
		n++
	}
	return len(text)
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
