package lifecycle

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/history"
	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page"
)

// factWidth is the width of the names of facts in text, in all languages.
const factWidth = 20

// builder makes the blocks of a page.
type builder struct {
	add page.Adder
	w   language.Words
	// text is set for text, in which tables are lists, so that they fit any terminal.
	text bool
	// level is the level of the next name: 1 if the page is about one name.
	level int
	e     *Explanation
}

func (b *builder) say(key language.Key, args ...any) string { return b.w.Text(key, args...) }

func (b *builder) name(text string) {
	switch {
	case b.text:
		b.add(page.Block{Kind: page.Heading, Level: 2, Line: page.Line{page.Code(text)}})
	case b.level == 1:
		b.add(page.Block{Kind: page.Title, Level: 1, Line: page.Line{page.Code(text)}})
	default:
		b.add.Heading(2, page.Code(text))
	}
}

// section begins a section of the part about a name.
func (b *builder) section(key language.Key) {
	level := b.level + 1
	if b.text {
		level = 3
	}
	b.add.Heading(level, page.Text(b.say(key)))
}

func (b *builder) fact(key language.Key, runs ...page.Run) {
	b.add(page.Block{Kind: page.Fact, Mark: page.Text(b.say(key)), Line: runs})
}

// said adds a fact, unless its text is empty.
func (b *builder) said(key language.Key, text string) {
	if text != "" {
		b.fact(key, page.Text(text))
	}
}

// coded adds a fact with names or values as code.
func (b *builder) coded(key language.Key, names ...string) {
	names = slice.Filter(names, func(name string) bool { return name != "" })
	if len(names) > 0 {
		b.fact(key, page.Join(page.Cells(slice.Map(names, page.Code)...), ", ")...)
	}
}

// table adds a table; in text, a list.
func (b *builder) table(columns []language.Key, rows [][]page.Line) {
	if b.text {
		width := 0
		for _, r := range rows {
			width = max(width, len(r[0].Plain()))
		}
		for _, r := range rows {
			first := page.Text(r[0].Plain() + strings.Repeat(" ", width+2-len(r[0].Plain())))
			b.add(page.Block{Kind: page.Item, Weight: budget.Title, Line: append(page.Line{first}, page.Join(r[1:], " · ")...)})
		}
		return
	}
	heads := slice.Map(columns, func(c language.Key) page.Run { return page.Text(b.say(c)) })
	b.add.Columns(heads...)
	for _, r := range rows {
		b.add.Row(budget.Title, r...)
	}
}

// section adds a section with a table that has a row for each element; nothing for an empty list.
func section[T any](b *builder, title language.Key, columns []language.Key, list []T, row func(T) []page.Line) {
	if len(list) > 0 {
		b.section(title)
		b.table(columns, slice.Map(list, row))
	}
}

func (b *builder) gaps(list []history.Gap) []string {
	return slice.Map(list, func(g history.Gap) string {
		return b.say("life-unknown-gap", b.w.Said(g.What), g.Release.String(), b.w.Said(g.Why))
	})
}

func (b *builder) unknown(lines []string) {
	if len(lines) == 0 {
		return
	}
	b.section("life-not-known")
	for _, line := range lines {
		b.add.Item(budget.Title, page.Text(line))
	}
}

// shownNotes is the most release notes of a change that are shown; JSON contains all.
const shownNotes = 4

func (b *builder) notes(notes []history.Note) page.Line {
	var links []page.Line
	for i, n := range notes {
		if i == shownNotes {
			links = append(links, page.Plain(b.say("and-more", len(notes)-shownNotes)))
			break
		}
		links = append(links, report.Entry(n.PR, n.Probably, b.w))
	}
	return page.Join(links, ", ")
}

func (b *builder) keps(keps []int) {
	if len(keps) > 0 {
		b.fact("life-kep", page.Join(page.Cells(slice.Map(keps, report.KEP)...), ", ")...)
	}
}

// since is a release, or text for that release or an earlier one.
func (b *builder) since(r discovery.Release, orEarlier bool) string {
	if orEarlier {
		return b.say("life-or-earlier", r.String())
	}
	return r.String()
}

// yes adds the release in which something happened, or "no".
func (b *builder) yes(key language.Key, r discovery.Release) {
	if r.Known() {
		b.said(key, b.since(r, r == b.e.Releases.First))
		return
	}
	b.said(key, b.say("life-no"))
}
