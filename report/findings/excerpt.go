package findings

import (
	"strings"
	"unicode/utf8"

	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/layout"
	"github.com/kubedelta/kubedelta/report/page"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// maxSource is the most characters of a source line that are used. Each finding has its whole line,
// so without a bound the time for a long line with many findings would be quadratic. maxShown is
// the most characters after the place of a finding.
const (
	maxSource = 2048
	maxShown  = 512
)

// shownBefore is the most columns before the place of a finding if its line does not fit.
const shownBefore = 30

// excerptOf cuts the source line of a finding to width columns, safe for a terminal; nil if there is none to show.
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
		e.At = " " // the end of the line, or characters without width
	}
	return fit(e, width)
}

// offset is the byte offset of a character, counted from 0; the length of text if there are fewer.
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

// tabStop is the width of tabs, as in most editors for YAML.
const tabStop = 4

// span returns the characters of the source line that a finding points at; 0 and 0 without a column.
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

// fit cuts an excerpt to width columns around the place of the finding.
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
		room-- // for the ellipsis
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
