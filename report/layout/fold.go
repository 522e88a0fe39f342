package layout

import (
	"strings"
	"unicode/utf8"

	"github.com/kubedelta/kubedelta/report/escape"
)

const (
	// narrowest is the least width of folded lines.
	narrowest = 16
	// readable is the least room for text after its label. With less room, the text goes below the
	// label.
	readable = 26
	// stacked is the indent of text below its label.
	stacked = 4
	// mark is the greatest width of a label that always stays before its text, such as a number or
	// a bullet.
	mark = 6
)

// Narrow reports whether text after lead columns goes below its label.
func (s Style) Narrow(lead int) bool {
	return s.Width > 0 && s.Width-lead < readable && lead > 2*stacked
}

// Hang writes text after first, folded with rest before the following lines. Without a width, it is
// one line.
func (s Style) Hang(first, rest, text string) string {
	if s.Width <= 0 {
		return first + text + "\n"
	}
	var b strings.Builder
	if s.Narrow(Columns(first)) {
		var label string
		label, first, rest = beneath(first, rest)
		b.WriteString(label)
	}
	for i, line := range Fold(text, s.Width-max(Columns(first), Columns(rest))) {
		lead := rest
		if i == 0 {
			lead = first
		}
		b.WriteString(strings.TrimRight(lead+line, " ") + "\n")
	}
	return b.String()
}

// beneath moves text below its label. A bullet stays with its text.
func beneath(first, rest string) (label, newFirst, newRest string) {
	further := max(0, Columns(rest)-Columns(first))
	trimmed := strings.TrimSpace(first)
	if Columns(trimmed) > mark {
		label, trimmed = strings.TrimRight(first, " ")+"\n", ""
	}
	if trimmed != "" {
		trimmed += " "
	}
	newFirst = strings.Repeat(" ", stacked) + trimmed
	return label, newFirst, strings.Repeat(" ", Columns(newFirst)+further)
}

// Fold folds a text into lines of at most width columns: at spaces, between East Asian characters,
// and within words that are longer than a line. A colour continues on the next line with its own
// sequence, because pagers reset it.
func Fold(text string, width int) []string {
	width = max(width, narrowest)
	f := folder{width: width}
	for len(text) > 0 {
		space := len(text) - len(strings.TrimLeft(text, " "))
		piece := unbroken(text[space:])
		f.add(space, piece)
		text = text[space+len(piece):]
	}
	f.end()
	return f.lines
}

// folder collects folded lines.
type folder struct {
	width int
	lines []string
	line  strings.Builder
	used  int
	// colour is the active SGR sequence.
	colour string
}

func (f *folder) add(space int, piece string) {
	w := Columns(piece)
	if f.used > 0 && f.used+space+w > f.width {
		f.end()
	}
	if f.used > 0 || len(f.lines) == 0 {
		space = min(space, f.width-f.used)
		f.line.WriteString(strings.Repeat(" ", space))
		f.used += space
	}
	for w > f.width-f.used {
		n := cutPoint(piece, f.width-f.used)
		if n == 0 { // spaces have filled the line
			f.end()
			continue
		}
		before := f.used
		f.write(piece[:n])
		w -= f.used - before
		f.end()
		piece = piece[n:]
	}
	f.write(piece)
}

// write adds a text that fits, and remembers its last colour.
func (f *folder) write(text string) {
	f.line.WriteString(text)
	f.used += Columns(text)
	for i := 0; i < len(text); {
		n := sgr(text[i:])
		if n == 0 {
			i++
			continue
		}
		f.colour = text[i : i+n]
		if f.colour == reset {
			f.colour = ""
		}
		i += n
	}
}

func (f *folder) end() {
	line := strings.TrimRight(f.line.String(), " ")
	if f.colour != "" {
		line += reset
	}
	f.lines = append(f.lines, line)
	f.line.Reset()
	f.used = 0
	f.line.WriteString(f.colour)
}

// unbroken is the beginning of a text up to the next place where a line can break.
func unbroken(s string) string {
	end := 0
	var before rune
	for end < len(s) {
		g, _ := next(s[end:])
		r := letter(g)
		if r == ' ' && end == 0 {
			return s[:colours(s)] // a colour before a space
		}
		if r == ' ' || end > 0 && breaksBetween(before, r) {
			return s[:end]
		}
		before = r
		end += len(g)
	}
	return s
}

// letter is the character of a grapheme, without colours and combining marks.
func letter(grapheme string) rune {
	r, _ := utf8.DecodeRuneInString(grapheme[colours(grapheme):])
	return r
}

// Characters that Japanese and Chinese do not put at the beginning or the end of a line (kinsoku;
// JIS X 4051, UAX #14).
const (
	notFirst = "、。，．・：；？！ー）」』】〉》〕］｝々〻ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ…‥),.:;?!]}%"
	notLast  = "（「『【〈《〔［｛([{$#"
)

// breaksBetween reports whether a line can break between two East Asian characters.
func breaksBetween(before, after rune) bool {
	if escape.Width(before) < 2 && escape.Width(after) < 2 {
		return false
	}
	return !strings.ContainsRune(notFirst, after) && !strings.ContainsRune(notLast, before)
}

// wordBreaks are the characters after which a long name is best broken.
const wordBreaks = "/.,-_:;=&?@"

// cutPoint is the byte offset at which to cut a piece that is wider than the room: after one of wordBreaks in its second
// half, or at its end; 0 if there is no room for the first character.
func cutPoint(s string, room int) int {
	used, end, best := 0, 0, 0
	for end < len(s) {
		g, w := next(s[end:])
		if used+w > room {
			break
		}
		used += w
		end += len(g)
		if used > room/2 && strings.ContainsRune(wordBreaks, letter(g)) {
			best = end
		}
	}
	if best > 0 {
		return best
	}
	return end
}
