package finding

import (
	"strings"
	"unicode/utf8"

	"github.com/kubedelta/kubedelta/discovery/phrase"
)

// Of a line, so many bytes before and after the place of the finding are quoted: JSON may be one
// line of many megabytes with thousands of findings.
const (
	quoteBefore = 200
	quoteAfter  = 300
)

// Quote sets Source and SourceColumn from the text around the place at Line and Column, which is at
// offset at. If at is not in the text it does nothing.
func (f *Finding) Quote(text string, at int) { f.QuoteWithin(text, at, 0, len(text)) }

// QuoteWithin is Quote without what is before from or after to, where something must not be shown.
// It does nothing if at is outside.
func (f *Finding) QuoteWithin(text string, at, from, to int) {
	if at < max(from, 0) || at >= to && to < len(text) || at > len(text) || f.Column <= 0 {
		return
	}
	begin, whole := lineBegin(text, at)
	end, ends := lineEnd(text, at)
	if from > begin {
		begin, whole = from, false
	}
	if to < end {
		end, ends = to, false
	}
	f.Source, f.SourceColumn = strings.Clone(text[begin:end]), 0
	if !whole || !ends {
		f.SourceColumn = max(f.Column-utf8.RuneCountInString(text[begin:at]), 1)
	}
}

// QuoteLine quotes a line, or the start of a long one if the column is not known.
func (f *Finding) QuoteLine(line string) {
	f.Source, f.SourceColumn = "", 0
	if f.Column > 0 {
		at := 0
		for range f.Column - 1 {
			_, size := utf8.DecodeRuneInString(line[at:])
			at += size
		}
		f.Quote(line, at)
		return
	}
	end, ends := lineEnd(line, 0)
	if f.Source = strings.Clone(line[:end]); !ends {
		f.SourceColumn = 1
	}
}

// lineBegin is the start of the quoted part, and whether it is the start of the line.
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
		return 3, true // columns do not count the byte order mark
	}
	return 0, true
}

// lineEnd is the end of the quoted part, and whether it is the end of the line.
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

// Clip returns the first bytes of a text, at most most. It keeps no reference to the text.
func Clip(text string, most int) string {
	return strings.Clone(phrase.Clip(text, most))
}
