package prose

import (
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/lazy"
)

// kind is the kind of a block.
type kind int

// The kinds of blocks.
const (
	paragraph kind = iota
	list
	quote
	code
)

// block is a part of a text.
type block struct {
	kind kind
	// Text is safe markdown for a paragraph, and the content for code.
	Text string
	// Items are the items of a list; a quote has one.
	Items [][]block
	// Start is the first number of an ordered list; -1 for other lists.
	Start int
	// info is the language of code.
	info string
	// tight is set if there is no blank line before the block.
	tight bool
}

// deepest is the greatest depth of lists and quotes. Deeper ones are text.
const deepest = 6

var (
	itemPattern    = lazy.Regexp(`^( *)([-*+]|[0-9]{1,9}[.)])( +|$)`)
	fencePattern   = lazy.Regexp("^ *(`{3,}|~{3,})(.*)$")
	headingPattern = lazy.Regexp(`^ *#{1,6}( |$)`)
	rulePattern    = lazy.Regexp(`^ *([-*_])( *([-*_]))*$`)
	infoPattern    = lazy.Regexp(`^[A-Za-z0-9+.#-]{1,20}`)
)

func parse(lines []string, depth int) []block {
	p := &parser{lines: lines, depth: depth, lastClose: -1}
	for i, line := range lines {
		if strings.Contains(line, "-->") {
			p.lastClose = i
		}
	}
	for p.at < len(p.lines) {
		p.next()
	}
	return p.blocks
}

type parser struct {
	lines []string
	at    int
	depth int
	// lastClose is the last line that ends a comment.
	lastClose int
	blank     bool
	blocks    []block
}

func (p *parser) add(b block) {
	b.tight = !p.blank
	p.blank = false
	p.blocks = append(p.blocks, b)
}

func (p *parser) next() {
	line := p.lines[p.at]
	switch {
	case strings.TrimSpace(line) == "":
		p.blank = true
		p.at++
	case p.comment(line):
	case opensFence(line):
		p.fence()
	case p.depth >= deepest:
		p.paragraph()
	case isItem(line) && !isRule(line):
		p.list()
	case strings.HasPrefix(strings.TrimLeft(line, " "), ">"):
		p.quote()
	case headingPattern().MatchString(line):
		p.heading()
	case indent(line) >= 4 && (p.blank || len(p.blocks) == 0) && !isSpan(line):
		p.indented()
	default:
		p.paragraph()
	}
}

// comment skips a complete HTML comment, which GitHub does not show.
func (p *parser) comment(line string) bool {
	if !strings.HasPrefix(strings.TrimLeft(line, " "), "<!--") || p.at > p.lastClose {
		return false
	}
	end := p.at
	for end < len(p.lines) && !strings.Contains(p.lines[end], "-->") {
		end++
	}
	if end == len(p.lines) {
		p.lastClose = -1
		return false
	}
	_, rest, _ := strings.Cut(p.lines[end], "-->")
	p.at, p.lines[end] = end, strings.TrimLeft(rest, " ")
	p.blank = true
	return true
}

func (p *parser) fence() {
	opener := fencePattern().FindStringSubmatch(p.lines[p.at])
	margin := indent(p.lines[p.at])
	mark := opener[1]
	b := block{kind: code, info: infoPattern().FindString(strings.TrimSpace(opener[2]))}
	p.at++
	var text []string
	for ; p.at < len(p.lines); p.at++ {
		line := p.lines[p.at]
		if closer := strings.TrimSpace(line); len(closer) >= len(mark) && strings.Trim(closer, mark[:1]) == "" {
			p.at++
			break
		}
		text = append(text, dedent(line, margin))
	}
	b.Text = strings.Join(text, "\n")
	p.add(b)
}

func (p *parser) indented() {
	var text []string
	for ; p.at < len(p.lines) && (indent(p.lines[p.at]) >= 4 || strings.TrimSpace(p.lines[p.at]) == ""); p.at++ {
		text = append(text, dedent(p.lines[p.at], 4))
	}
	p.add(block{kind: code, Text: strings.TrimRight(strings.Join(text, "\n"), " \n")})
	p.blank = true
}

// heading turns a heading into bold text, because an entry must not begin a section.
func (p *parser) heading() {
	text := strings.Trim(strings.Trim(p.lines[p.at], " "), "#")
	p.at++
	p.blank = true
	if text = guard(inline(strings.Trim(text, " *_"))); text != "" {
		p.add(block{kind: paragraph, Text: "**" + text + "**"})
		p.blank = true
	}
}

func (p *parser) quote() {
	var inner []string
	for ; p.at < len(p.lines); p.at++ {
		rest, quoted := strings.CutPrefix(strings.TrimLeft(p.lines[p.at], " "), ">")
		if !quoted {
			break
		}
		inner = append(inner, strings.TrimPrefix(rest, " "))
	}
	p.blank = true
	p.add(block{kind: quote, Items: [][]block{parse(inner, p.depth+1)}})
	p.blank = true
}

func (p *parser) paragraph() {
	first := p.at
	for p.at++; p.at < len(p.lines) && !p.interrupts(p.lines[p.at]); p.at++ {
	}
	if text := guard(inline(strings.Join(p.lines[first:p.at], "\n"))); text != "" {
		p.add(block{kind: paragraph, Text: text})
	}
}

// interrupts reports whether a line ends the paragraph above it.
func (p *parser) interrupts(line string) bool {
	trimmed := strings.TrimLeft(line, " ")
	switch {
	case trimmed == "" || opensFence(line):
		return true
	case strings.HasPrefix(trimmed, "<!--"):
		return p.at <= p.lastClose
	case p.depth >= deepest || isRule(line):
		return false
	case strings.HasPrefix(trimmed, ">") || headingPattern().MatchString(line):
		return true
	}
	m := itemPattern().FindStringSubmatch(line)
	return m != nil && len(m[0]) < len(line) && (len(m[2]) == 1 || m[2] == "1." || m[2] == "1)")
}

func (p *parser) list() {
	b := block{kind: list, Start: number(p.lines[p.at])}
	p.add(b)
	at := len(p.blocks) - 1
	for p.at < len(p.lines) {
		line := p.lines[p.at]
		if !isItem(line) || isRule(line) || (number(line) < 0) != (b.Start < 0) {
			break
		}
		p.blocks[at].Items = append(p.blocks[at].Items, p.item())
	}
}

// item reads an item with its indented lines, and lines that continue its last paragraph.
func (p *parser) item() []block {
	head := itemPattern().FindStringSubmatch(p.lines[p.at])
	offset := len(head[0])
	if len(head[3]) > 4 || offset == len(p.lines[p.at]) {
		offset = len(head[1]) + len(head[2]) + 1
	}
	inner := []string{p.lines[p.at][min(offset, len(p.lines[p.at])):]}
	p.at++
	for blank := false; p.at < len(p.lines); p.at++ {
		line := p.lines[p.at]
		switch {
		case strings.TrimSpace(line) == "":
			blank = true
		case indent(line) >= offset || indent(line) >= len(head[1])+2 && !isItem(line):
			blank = false
		case blank || isItem(line) || opensFence(line) || headingPattern().MatchString(line):
			p.blank = blank
			return parse(inner, p.depth+1)
		}
		inner = append(inner, dedent(line, offset))
	}
	return parse(inner, p.depth+1)
}

func isItem(line string) bool { return itemPattern().MatchString(line) }

// isRule reports whether the line is a thematic break, or the underline of a heading.
func isRule(line string) bool {
	trimmed := strings.ReplaceAll(strings.TrimSpace(line), " ", "")
	return len(trimmed) >= 3 && rulePattern().MatchString(line) && strings.Trim(trimmed, trimmed[:1]) == ""
}

// isSpan reports whether the line is one code span, which some authors indent.
func isSpan(line string) bool {
	trimmed := strings.TrimSpace(line)
	return len(trimmed) > 2 && trimmed[0] == '`' && trimmed[len(trimmed)-1] == '`'
}

func opensFence(line string) bool {
	m := fencePattern().FindStringSubmatch(line)
	return m != nil && (m[1][0] == '~' || !strings.Contains(m[2], "`"))
}

// number is the number of an ordered item; -1 for other items.
func number(line string) int {
	marker := itemPattern().FindStringSubmatch(line)[2]
	n, err := strconv.Atoi(marker[:len(marker)-1])
	if err != nil {
		return -1
	}
	return n
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

func dedent(line string, by int) string { return line[min(by, indent(line)):] }
