package layout

import (
	"strings"
	"unicode/utf8"

	"github.com/kubedelta/kubedelta/report/escape"
)

const (
	// narrowest is the smallest width that lines are broken to.
	narrowest = 16
	// readable is the least room for a text beside its label. With less, it goes
	// below the label.
	readable = 26
	// stacked is how far a text below its label is indented.
	stacked = 4
	// mark is how long a label may be to stand before its text all the same: a
	// number, a bullet.
	mark = 6
)

// Narrow reports whether text behind so many columns goes below its label.
func (s Style) Narrow(lead int) bool {
	return s.Width > 0 && s.Width-lead < readable && lead > 2*stacked
}

// Hang writes a text behind first, and what does not fit into the line behind
// rest, each line with its line break. Without a width there is one line.
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

// beneath moves a text from behind its label to below it. A bullet stays with its
// text.
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

// Fold breaks a text into lines of at most so many columns: at spaces, between
// the characters of East Asian writing, and inside a word only where the word is
// longer than a line. A colour that a break interrupts begins anew on the next
// line, because pagers forget it.
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

// folder fills lines.
type folder struct {
	width int
	lines []string
	line  strings.Builder
	used  int
	// colour is the SGR sequence that is on.
	colour string
}

// add puts a piece behind so many spaces.
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

// write adds a text that fits, and keeps in mind which colour it leaves on.
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

// end closes the line.
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

// unbroken is the piece at the beginning of a text that no line break should
// part: to the next space, or to the next break of East Asian writing.
func unbroken(s string) string {
	end := 0
	var before rune
	for end < len(s) {
		g, _ := next(s[end:])
		r := letter(g)
		if r == ' ' && end == 0 {
			return s[:colours(s)] // a colour that begins with a space
		}
		if r == ' ' || end > 0 && breaksBetween(before, r) {
			return s[:end]
		}
		before = r
		end += len(g)
	}
	return s
}

// letter is the character of a grapheme, without its colours and marks.
func letter(grapheme string) rune {
	r, _ := utf8.DecodeRuneInString(grapheme[colours(grapheme):])
	return r
}

// Japanese and Chinese put these characters neither at the beginning of a line nor
// at its end (kinsoku; JIS X 4051, UAX #14).
const (
	notFirst = "、。，．・：；？！ー）」』】〉》〕］｝々〻ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ…‥),.:;?!]}%"
	notLast  = "（「『【〈《〔［｛([{$#"
)

// breaksBetween tells where East Asian writing may break without a space.
func breaksBetween(before, after rune) bool {
	if escape.Width(before) < 2 && escape.Width(after) < 2 {
		return false
	}
	return !strings.ContainsRune(notFirst, after) && !strings.ContainsRune(notLast, before)
}

// wordBreaks are the characters behind which a long name reads best when broken.
const wordBreaks = "/.,-_:;=&?@"

// cutPoint is where a piece that is wider than the room for it is cut, in bytes:
// behind a stop in the second half of the room if there is one, else where the
// room ends. It is 0 only where there is no room for the first character.
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
