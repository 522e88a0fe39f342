package page

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/budget"
)

// Run is a part of a line: a text as it came, never escaped, and how it is set.
type Run struct {
	Text string
	Set  Setting
	// Class is a severity or a verdict, whose colour the run has; "" for none.
	Class string
	// To is where the run leads: an address, "#id" to a block of the page, or, from
	// "./" or "../" on, another page of the site.
	To string
}

// address is where a run leads, if nothing in it can end a link.
func (r Run) address() string {
	safe := strings.HasPrefix(r.To, "https://") || strings.HasPrefix(r.To, "#") || strings.HasPrefix(r.To, "./") || strings.HasPrefix(r.To, "../")
	for _, c := range []byte(r.To) {
		safe = safe && (c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || strings.IndexByte("#/:.-_", c) >= 0)
	}
	if !safe {
		return ""
	}
	return r.To
}

// Setting is how a run is set.
type Setting int

// The settings.
const (
	AsText Setting = iota
	AsCode
	AsStrong
	// AsBracketed is text in square brackets.
	AsBracketed
	// AsProse is a line that somebody wrote as markdown.
	AsProse
	// AsDeleted and AsInserted are words that went and came.
	AsDeleted
	AsInserted
	// AsNumber is the name of a column of numbers.
	AsNumber
	// AsBreak is a new line within a cell.
	AsBreak
)

// Line is what stands in a line.
type Line []Run

// Plain is a line of one text.
func Plain(text string) Line { return Line{{Text: text}} }

// Code is the name of something: a file, an object, a rule.
func Code(text string) Run { return Run{Text: text, Set: AsCode} }

// Text is a text among other runs.
func Text(text string) Run { return Run{Text: text} }

// Cells are lines of one run each.
func Cells(runs ...Run) []Line {
	return slice.Map(runs, func(r Run) Line { return Line{r} })
}

// Dotted joins what is known with " · ".
func Dotted(runs ...Run) (line Line) { return Join(Cells(runs...), " · ") }

// Kind is what a block is.
type Kind int

// The kinds of blocks.
const (
	// Title begins the page, or the report of one of several: the answer is its mark,
	// and its tags say why.
	Title Kind = iota
	// Heading begins a section, down to the next of its level or a higher one.
	Heading
	// Folded is a heading whose section can be opened, where the format can do so.
	Folded
	// Lead introduces the blocks below it, and goes with them. With a level it begins a
	// group of its own, as a heading does.
	Lead
	// Paragraph, Soft, which is less important, and Verdict, the answer.
	Paragraph
	Soft
	Verdict
	// Prose is what somebody wrote as markdown; its line is a title of its own.
	Prose
	// Fact is a name, its mark, with a text.
	Fact
	// Item is one of a list.
	Item
	// Entry is an item that somebody wrote as markdown, or a line in its place. Its tag is
	// at the end of what is said, and remarks are below it.
	Entry
	// Migration is something to do.
	Migration
	// Command is something to run. It is written as it is.
	Command
	// Card is a finding, with what belongs to it. Its mark is what it is called by.
	Card
	// Step is a card that can be ticked off.
	Step
	// Columns begin a table, Row is one of its rows.
	Columns
	Row
	// Excerpt shows a line of a file.
	Excerpt
	// Document is a text of several lines, written as it is.
	Document
)

// Block is a node of the tree. What it weighs tells what a bounded page loses first.
type Block struct {
	Kind   Kind
	Weight budget.Weight
	// Level of a title or heading: 1 is a report, 0 what is above several.
	Level int
	// ID is what links lead to.
	ID string
	// Class of a card: its severity, or how needed it is. Of columns: that of a wide
	// table, which scrolls, and whose name is the text.
	Class string
	// Mark stands before the line.
	Mark Run
	Line Line
	// Tags stand behind the line, or each below it.
	Tags []Line
	// Text is what a document or somebody's prose says.
	Text string
	// Done: the step is ticked off.
	Done  bool
	Cells []Line
	// Source gives the line that an excerpt shows, in so many columns, nil where there
	// is none; its number is the mark.
	Source func(width int) *Source
	// Below is what belongs to an item, a card or a step.
	Below []Block
}

// Source is a line of a file, in three parts: what is pointed at, and what stands before
// and behind it.
type Source struct{ Before, At, Behind string }

// Page is a report as a tree of blocks, which formats write each in their way.
type Page struct {
	// Title names the page, Tool made it.
	Title, Tool string
	// Width is that of text whose output has none; 0 for lines of any length.
	Width int
	// FactWidth is that of the names of facts in text; 0 for the usual one.
	FactWidth int
	// Language of the page: "ja"; "" is English.
	Language string
	// Blocks hands over the blocks from the top to the bottom, so that a long page is
	// never in memory as a whole.
	Blocks func(add Adder)
}

// Adder takes the blocks of a page. What heads nothing, a heading or the columns of a
// table, is left out.
type Adder func(Block)

// Heading begins a section.
func (add Adder) Heading(level int, line ...Run) {
	add(Block{Kind: Heading, Level: level, Line: line})
}

// Lead introduces the blocks below it.
func (add Adder) Lead(text string) { add(Block{Kind: Lead, Line: Plain(text)}) }

// Item is one of a list.
func (add Adder) Item(w budget.Weight, line ...Run) {
	add(Block{Kind: Item, Weight: w, Line: line})
}

// Paragraphs are texts, each by itself.
func (add Adder) Paragraphs(w budget.Weight, texts ...string) {
	for _, text := range texts {
		add(Block{Kind: Paragraph, Weight: w, Line: Plain(text)})
	}
}

// Columns begin a table.
func (add Adder) Columns(names ...Run) { add(Block{Kind: Columns, Cells: Cells(names...)}) }

// Row is a row of the table.
func (add Adder) Row(w budget.Weight, cells ...Line) {
	add(Block{Kind: Row, Weight: w, Cells: cells})
}

// heads is the level of what stands only where something is below it; 0 for what stands
// by itself.
func (b Block) heads() int {
	switch b.Kind {
	case Heading, Folded, Lead, Columns:
		return cmp.Or(b.Level, math.MaxInt)
	default:
		return 0
	}
}

// Each hands the blocks to what writes them.
func (p Page) Each(write func(Block)) {
	var open []Block
	p.Blocks(func(b Block) {
		level := b.heads()
		open = slices.DeleteFunc(open, func(o Block) bool { return b.Kind == Title || level > 0 && o.heads() >= level })
		if level > 0 {
			open = append(open, b)
			return
		}
		for _, o := range open {
			if o.Kind != Columns || b.Kind == Row {
				write(o)
			}
		}
		open = open[:0]
		write(b)
	})
}

// name is what a section is called where it is counted: its first run.
func (l Line) name() Line { return l[:min(1, len(l))] }

// tag is the tags of a block in one line.
func (b Block) tag() Line { return Join(b.Tags, " · ") }

// Join puts lines together with something between them, and leaves out what is empty.
func Join(lines []Line, between string) (line Line) {
	for _, l := range lines {
		if !l.Filled() {
			continue
		}
		if len(line) > 0 {
			line = append(line, Text(between))
		}
		line = append(line, l...)
	}
	return line
}

// Filled tells whether there is something to see in a line.
func (l Line) Filled() bool {
	return slices.ContainsFunc(l, func(r Run) bool { return strings.TrimSpace(r.Text) != "" })
}
