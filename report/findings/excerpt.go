package findings

import (
	"strings"
	"unicode/utf8"

	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// excerpt is the line of a file as it is shown, in three parts: what a finding
// points at, and what stands before and behind. All are safe for a terminal.
type excerpt struct{ Before, At, Behind string }

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

// excerptOf cuts the source line of a finding to width columns; false where the
// finding has none, or points behind what is looked at.
func excerptOf(f *finding.Finding, width int) (excerpt, bool) {
	begin, end, ok := span(f)
	if !ok {
		return excerpt{}, false
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
		column += columns(text)
		part := 2
		if i < begin {
			part = 0
		} else if i < end {
			part = 1
		}
		parts[part].WriteString(text)
	}
	e := excerpt{parts[0].String(), parts[1].String(), parts[2].String()}
	if f.SourceColumn > 1 {
		e.Before = "…" + e.Before
	}
	switch {
	case begin > i:
		return excerpt{}, false
	case end > begin && columns(e.At) == 0:
		e.At = " " // the end of the line, or something that has no width
	}
	return e.fit(width), true
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

// columns is the width of a text on a terminal.
func columns(s string) (n int) {
	for _, r := range s {
		n += escape.Width(r)
	}
	return n
}

// fit cuts an excerpt so that it has at most width columns, an ellipsis where it
// was cut, and shows what the finding points at.
func (e excerpt) fit(width int) excerpt {
	e.Behind = strings.TrimRight(e.Behind, " ")
	if columns(e.Before)+columns(e.At)+columns(e.Behind) <= width {
		return e
	}
	if columns(e.Before) > shownBefore {
		e.Before = "…" + tail(e.Before, shownBefore-1)
	}
	room := max(width-columns(e.Before), 10)
	if e.Behind != "" {
		room-- // for the sign that it was cut
	}
	if columns(e.At) > room {
		e.At, e.Behind = head(e.At, room), ""
		return e
	}
	e.Behind = head(e.Behind, room+1-columns(e.At))
	return e
}

// head is the beginning of a text, in at most n columns.
func head(s string, n int) string {
	if columns(s) <= n {
		return s
	}
	width := 0
	for i, r := range s {
		if width += escape.Width(r); width > n-1 {
			return s[:i] + "…"
		}
	}
	return s
}

// tail is the end of a text, in at most n columns.
func tail(s string, n int) string {
	width := columns(s)
	for i, r := range s {
		if width <= n {
			return s[i:]
		}
		width -= escape.Width(r)
	}
	return ""
}
