package page

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/budget"
)

// Run is a part of a line: unescaped text, and its setting.
type Run struct {
	Text string
	Set  Setting
	// Class is a severity or a verdict, which determines the colour; "" for none.
	Class string
	// To is the target of a link: a URL, "#id" for a block of the page, or a path that begins with
	// "./" or "../" for another page of the site.
	To string
}

// address is the target of the link, or "" if it contains anything that could end a link.
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
	// AsProse is markdown of one line from outside.
	AsProse
	// AsDeleted and AsInserted are words that were deleted and inserted.
	AsDeleted
	AsInserted
	// AsNumber is the name of a column of numbers.
	AsNumber
	// AsBreak is a line break in a cell.
	AsBreak
	// AsLines is code of several lines.
	AsLines
	// AsSign is a sign for readers who see it, and AsUnseen its text for the others.
	AsSign
	AsUnseen
	// AsRowHead at the start of a cell makes the cell the head of its row.
	AsRowHead
)

// Line is the content of a line.
type Line []Run

// Plain is a line with one text.
func Plain(text string) Line { return Line{{Text: text}} }

// Code is the name of something, such as a file, an object or a rule.
func Code(text string) Run { return Run{Text: text, Set: AsCode} }

// Text is a run of plain text.
func Text(text string) Run { return Run{Text: text} }

// Cells returns a line for each run.
func Cells(runs ...Run) []Line {
	return slice.Map(runs, func(r Run) Line { return Line{r} })
}

// Dotted joins the non-empty runs with " · ".
func Dotted(runs ...Run) (line Line) { return Join(Cells(runs...), " · ") }

// Kind is the kind of a block.
type Kind int

// The kinds of blocks.
const (
	// Title begins the page, or one of its reports. Its mark is the verdict, and its tags are the
	// reason.
	Title Kind = iota
	// Heading begins a section, which ends at the next heading of the same or a higher level.
	Heading
	// Folded is a heading whose section is folded, in formats that support it.
	Folded
	// Lead introduces the blocks below it, and is left out without them. With a level, it begins a
	// group, as a heading does.
	Lead
	// Paragraph is text, Soft less important text, and Verdict the result.
	Paragraph
	Soft
	Verdict
	// Prose is markdown from outside. Its line is its title.
	Prose
	// Fact is a name, in its mark, and a text.
	Fact
	// Item is an item of a list.
	Item
	// Entry is an item whose text is markdown from outside, or a line instead. Its tag is at the
	// end of the text, and remarks are below it.
	Entry
	// Migration is an instruction.
	Migration
	// Command is a command to run, which is written literally.
	Command
	// Card is a finding with its details. Its mark is its label.
	Card
	// Step is a card with a checkbox.
	Step
	// Columns begins a table, and Row is a row of it.
	Columns
	Row
	// Excerpt shows a line of a file.
	Excerpt
	// Detailed is an item whose details fold. Its tags are lines below its line.
	Detailed
	// Contents has links to the parts of the page in its tags, and Count is the number in its mark
	// of what its line names.
	Contents
	Count
	// Chart is a bar chart. Text describes it for readers who do not see it.
	Chart
	// Filters is the form of the search, at the end of the head of the page.
	Filters
	// Document is text of several lines, which is written literally.
	Document
)

// Block is a node of the tree. A bounded page loses the blocks with the least weight first.
type Block struct {
	Kind   Kind
	Weight budget.Weight
	// Level is the level of a title or heading: 1 for a report, 0 for the title above several
	// reports.
	Level int
	// ID is the target of links.
	ID string
	// Class is the severity or the need of a card. For columns, it is the class of a wide table,
	// which scrolls and whose label is Text. For a heading, it is the class of the section, and for
	// an item that of the list.
	Class string
	// Language is the language of a fact, if it is not that of the page.
	Language string
	// Mark comes before the line.
	Mark Run
	Line Line
	// Tags come after the line, or each below it.
	Tags []Line
	// Text is the text of a document, or markdown from outside.
	Text string
	// Side is at the right of an entry or a detailed item.
	Side Line
	// Total is the number of what is in the section of a heading; 0 for none.
	Total int
	// Values are the numbers of the values that filters compare, as in the attribute data-f; nil if
	// filters do not hide the block.
	Values *string
	// Done is set if the checkbox of a step is checked, or if an entry is already above.
	Done  bool
	Cells []Line
	// Bars are the bars of a chart.
	Bars []Bar
	// Source returns the line of an excerpt, at most width columns; nil if there is none. The mark
	// is its number.
	Source func(width int) *Source
	// Below are the details of an item, a card, a step or a fact.
	Below []Block
}

// Source is a line of a file: the part that is pointed at, and the parts before and after it.
type Source struct{ Before, At, Behind string }

// Page is a report as a tree of blocks, which each format writes in its way.
type Page struct {
	// Title is the title of the page, and Tool the program that made it.
	Title, Tool string
	// Width is the width of text if the output has none; 0 for lines of any length.
	Width int
	// FactWidth is the width of the names of facts in text; 0 for the default.
	FactWidth int
	// Language is the language of the page, such as "ja"; "" for English.
	Language string
	// Search is the search and the filters in HTML; nil for the default, which finds cards.
	Search *Search
	// Blocks passes the blocks to add, from top to bottom, so that a long page is never completely
	// in memory.
	Blocks func(add Adder)
}

// Adder adds a block to a page. Headings without content and columns without rows are left out.
type Adder func(Block)

// Heading begins a section.
func (add Adder) Heading(level int, line ...Run) {
	add(Block{Kind: Heading, Level: level, Line: line})
}

// Lead introduces the blocks below it.
func (add Adder) Lead(text string) { add(Block{Kind: Lead, Line: Plain(text)}) }

// Item adds an item of a list.
func (add Adder) Item(w budget.Weight, line ...Run) {
	add(Block{Kind: Item, Weight: w, Line: line})
}

// Paragraphs adds a paragraph for each text.
func (add Adder) Paragraphs(w budget.Weight, texts ...string) {
	for _, text := range texts {
		add(Block{Kind: Paragraph, Weight: w, Line: Plain(text)})
	}
}

// Columns begins a table.
func (add Adder) Columns(names ...Run) { add(Block{Kind: Columns, Cells: Cells(names...)}) }

// Row adds a row of the table.
func (add Adder) Row(w budget.Weight, cells ...Line) {
	add(Block{Kind: Row, Weight: w, Cells: cells})
}

// heads is the level of a block that is left out without content; 0 for other blocks.
func (b Block) heads() int {
	switch b.Kind {
	case Heading, Folded, Lead, Columns:
		return cmp.Or(b.Level, math.MaxInt)
	default:
		return 0
	}
}

// Each calls write for each block of the page that is not left out.
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

// name is the name of a section in counts: its first run.
func (l Line) name() Line { return l[:min(1, len(l))] }

// tag is the tags of a block in one line.
func (b Block) tag() Line { return Join(b.Tags, " · ") }

// Join joins non-empty lines, with a text between them.
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

// Filled reports whether a line contains anything visible.
func (l Line) Filled() bool {
	return slices.ContainsFunc(l, func(r Run) bool { return strings.TrimSpace(r.Text) != "" })
}
