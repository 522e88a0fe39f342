package markup

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kubedelta/kubedelta/report/prose"
)

// marks reads a run of *, _ or ~ and determines whether it can begin or end emphasis. Source:
// CommonMark 0.31, 6.2; for ~ the strikethrough extension of GFM.
func (r *reader) marks(at int) int {
	c, n := r.s[at], prose.RunLength(r.s, at)
	before, _ := utf8.DecodeLastRuneInString(r.s[:at])
	after, _ := utf8.DecodeRuneInString(r.s[at+n:])
	if at == 0 {
		before = ' '
	}
	if at+n == len(r.s) {
		after = ' '
	}
	left := !unicode.IsSpace(after) && (!isPunctuation(after) || unicode.IsSpace(before) || isPunctuation(before))
	right := !unicode.IsSpace(before) && (!isPunctuation(before) || unicode.IsSpace(after) || isPunctuation(after))
	p := piece{mark: c, count: n, length: n, opens: left, closes: right}
	switch {
	case c == '_':
		p.opens, p.closes = left && (!right || isPunctuation(before)), right && (!left || isPunctuation(after))
	case c == '~' && n > 2:
		p.opens, p.closes = false, false
	}
	r.addPiece(p)
	return at + n
}

func isPunctuation(c rune) bool { return unicode.IsPunct(c) || unicode.IsSymbol(c) }

// mostOpeners is how many runs back the opener of emphasis is searched, to limit the time for texts
// that consist of marks.
const mostOpeners = 200

// pair pairs the runs of emphasis.
func (r *reader) pair() {
	for closer := range r.pieces {
		for r.pieces[closer].closes && r.pieces[closer].count > 0 {
			opener := r.opener(closer)
			if opener < 0 {
				break
			}
			r.join(opener, closer)
		}
	}
}

// opener is the index of the nearest run that the closer can close; -1 for none.
func (r *reader) opener(closer int) int {
	c := &r.pieces[closer]
	for i, seen := closer-1, 0; i >= 0 && seen < mostOpeners; i-- {
		o := &r.pieces[i]
		if o.mark == 0 {
			continue
		}
		seen++
		if o.mark != c.mark || !o.opens || o.count == 0 {
			continue
		}
		if c.mark == '~' {
			if o.length == c.length {
				return i
			}
			continue
		}
		if (o.closes || c.opens) && (o.length+c.length)%3 == 0 && (o.length%3 != 0 || c.length%3 != 0) {
			continue
		}
		return i
	}
	return -1
}

// join uses the marks of a pair. The marks between them become text.
func (r *reader) join(opener, closer int) {
	o, c := &r.pieces[opener], &r.pieces[closer]
	element, n := "em", 1
	switch {
	case c.mark == '~':
		element, n = "del", c.length
	case o.count > 1 && c.count > 1:
		element, n = "strong", 2
	}
	o.count, c.count = o.count-n, c.count-n
	o.openings = append(o.openings, "<"+element+">")
	c.endings = append(c.endings, "</"+element+">")
	for i := opener + 1; i < closer; i++ {
		r.pieces[i].opens, r.pieces[i].closes = false, false
	}
}

// write joins the pieces.
func (r *reader) write() string {
	r.pair()
	var b strings.Builder
	for _, p := range r.pieces {
		if p.mark == 0 {
			b.WriteString(p.html)
			continue
		}
		for _, end := range p.endings {
			b.WriteString(end)
		}
		b.WriteString(strings.Repeat(string(p.mark), p.count))
		slices.Reverse(p.openings)
		for _, open := range p.openings {
			b.WriteString(open)
		}
	}
	b.WriteString(r.tail.String())
	return b.String()
}
