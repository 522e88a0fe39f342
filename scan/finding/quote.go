package finding

import (
	"strings"
	"unicode/utf8"
)

// Of a line, at most quoteBefore bytes before the finding's place and quoteAfter
// behind it are quoted. JSON may be one line of many megabytes, with thousands of
// findings: each must cost no more than its part.
const (
	quoteBefore = 200
	quoteAfter  = 300
)

// Quote fills Source and SourceColumn from the text around the place that Line and
// Column tell, which is at offset at. Where at is not in the text it does nothing.
func (f *Finding) Quote(text string, at int) {
	if at < 0 || at > len(text) || f.Column <= 0 {
		return
	}
	begin, whole := lineBegin(text, at)
	end, ends := lineEnd(text, at)
	f.Source, f.SourceColumn = strings.Clone(text[begin:end]), 0
	if !whole || !ends {
		f.SourceColumn = max(f.Column-utf8.RuneCountInString(text[begin:at]), 1)
	}
}

// lineBegin is where the quoted part begins, and whether that is where its line
// does.
func lineBegin(text string, at int) (begin int, whole bool) {
	from := max(at-quoteBefore, 0)
	if i := strings.LastIndexAny(text[from:at], "\r\n"); i >= 0 {
		return from + i + 1, true
	}
	if from > 0 {
		for from < at && !utf8.RuneStart(text[from]) {
			from++
		}
		return from, false
	}
	if at >= 3 && strings.HasPrefix(text, "\xEF\xBB\xBF") {
		return 3, true // no column counts the byte order mark
	}
	return 0, true
}

// lineEnd is where the quoted part ends, and whether that is where its line does.
func lineEnd(text string, at int) (end int, ends bool) {
	to := min(at+quoteAfter, len(text))
	if i := strings.IndexAny(text[at:to], "\r\n"); i >= 0 {
		return at + i, true
	}
	if to == len(text) {
		return to, true
	}
	if c := text[to]; c == '\r' || c == '\n' {
		return to, true
	}
	for to > at && !utf8.RuneStart(text[to]) {
		to--
	}
	return to, false
}
