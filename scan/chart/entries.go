package chart

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// entry is an apiVersion, a kind or a name in the text of a template.
type entry struct {
	key, value   string
	line, column int
	indent       int
	item         bool
	document     int
	// root is the indentation of the root of its document; more than 0 in a block of text.
	root   int
	sure   bool
	branch []choice
	// node is the offset of the literal text that writes the value, or none or several.
	node int
	// text and textLine are those of Guess. Only an apiVersion has them.
	text     string
	textLine int
}

// lines finds the keys in the lines of the pieces.
type lines struct {
	places *places
	// document is the number of the document, and documents the number of the last one.
	document, documents int
	// blocks are the blocks of text that the line is in; always nil if the documents in them are not read.
	blocks []block
	nested bool
	in     flow
	found  []entry
}

// block is a text of several lines in a template, such as a file that it writes ("content: |").
type block struct {
	// header is the indentation of what the block is the value of; indent is that of the text, or -1
	// before its first line.
	header, indent int
	// around is the document that the block is in.
	around int
}

// blockHeader matches the line before a block of text.
var blockHeader = lazy.Regexp(`^( *)((?:- +)*)(?:.*:)? *[|>][-+0-9]* *\r?$`)

// begin finds out in which block of text, and in which document of it, a line is.
func (l *lines) begin(line []piece) {
	if !l.nested {
		return
	}
	text := line[0].text
	if len(line) > 1 { // only its beginning and its end matter
		text += line[len(line)-1].text
	}
	inner := strings.TrimLeft(text, " ")
	if strings.TrimSpace(inner) == "" || action(inner) {
		return
	}
	indent := len(text) - len(inner)
	for n := len(l.blocks) - 1; n >= 0 && indent <= l.blocks[n].header; n-- {
		l.document, l.blocks = l.blocks[n].around, l.blocks[:n]
	}
	if n := len(l.blocks) - 1; n >= 0 && (l.blocks[n].indent < 0 || indent == l.blocks[n].indent && strings.HasPrefix(inner, "---")) {
		l.blocks[n].indent = indent
		l.next()
	}
	if !strings.ContainsAny(text, "|>") {
		return
	}
	if m := blockHeader().FindStringSubmatch(text); m != nil {
		header := len(m[1]) + len(m[2])
		if strings.HasPrefix(text[header:], "|") || strings.HasPrefix(text[header:], ">") { // of a list item
			header = max(len(strings.TrimRight(text[:header], " "))-1, 0)
		}
		l.blocks = append(l.blocks, block{header, -1, l.document})
	}
}

// action reports whether a line begins with what a template language replaces. Its indentation says
// nothing about the block that it is in.
func action(line string) bool {
	return len(line) > 1 && slices.Contains([]string{"{{", "{%", "{#", "<%", "%{"}, line[:2])
}

func (l *lines) next() {
	l.documents++
	l.document = l.documents
}

// root is the indentation of the root of the document that the line is in.
func (l *lines) root() int {
	if n := len(l.blocks); n > 0 {
		return max(l.blocks[n-1].indent, 0)
	}
	return 0
}

// end reads a complete line.
func (l *lines) end(line []piece) {
	if len(line) == 0 {
		return
	}
	if rest, separator := strings.CutPrefix(line[0].text, "---"); separator {
		l.next()
		l.blocks, l.in = nil, flow{}
		// Helm reads the text after the dashes as the first line of the document.
		rest = strings.TrimLeft(rest, " \t")
		line[0].pos, line[0].text = line[0].pos+len(line[0].text)-len(rest), rest
		if rest == "" && len(line) > 1 {
			line = line[1:]
		}
	}
	l.begin(line)
	if first := strings.TrimLeft(line[0].text, " \t-"); first == "" || strings.IndexByte("akn\"'", first[0]) < 0 {
		return // the keys begin with a, k or n
	}
	written := strings.TrimRight(line[0].text, "\r")
	if len(l.in.open) > 0 {
		written = strings.ReplaceAll(written, "\t", " ")
	}
	m := keyForm().FindStringSubmatch(written)
	if m == nil {
		return
	}
	e := entry{key: m[3], indent: len(m[1]) + len(m[2]), item: m[2] != "", document: l.document, root: l.root(), sure: true, branch: line[0].branch, node: line[0].node}
	at := line[0].pos
	if !line[0].action {
		at += e.indent
	}
	e.line, e.column = l.places.at(at)
	if e.key == "apiVersion" {
		e.text, e.textLine = l.places.written(at)
	}
	l.in.place(&e)
	l.found = append(l.found, e.alternatives(m[4], line[1:])...)
}

// written reads the lines that an action writes.
func (l *lines) written(p piece) {
	for _, v := range p.values {
		for line := range strings.Lines(v) {
			l.end([]piece{{text: strings.TrimRight(line, "\n"), pos: p.pos, node: several, action: true, branch: p.branch, sure: p.sure}})
		}
	}
}

// entries returns the keys in the lines of the pieces; with nested, also those in blocks of text.
func entries(text string, pieces []piece, nested bool) []entry {
	l := lines{places: &places{text: text, line: 1}, nested: nested}
	var line []piece
	for _, p := range pieces {
		if p.action {
			if p.lines && (len(line) == 0 || len(line) == 1 && line[0].text == "---") {
				l.end(line)
				line = nil
				l.written(p)
				continue
			}
			if len(line) > 0 || len(p.values) > 0 {
				line = append(line, p)
			}
			continue
		}
		rest := p
		for {
			if len(line) == 0 {
				l.in.begin(rest.text)
			}
			i := l.in.end(rest.text)
			if i < 0 {
				break
			}
			head := rest
			head.text = rest.text[:i]
			l.end(append(line, head))
			line = nil
			l.in.pass(rest.text[i])
			rest.text, rest.pos = rest.text[i+1:], rest.pos+i+1
		}
		if rest.text != "" {
			line = append(line, rest)
		}
	}
	l.end(line)
	return l.found
}

// flow is the position in braces, as in JSON. A key there is read as a line indented by its depth.
type flow struct {
	// open has the open brackets; nil outside a mapping in braces.
	open []byte
	// indent is the indentation of the outermost mapping; item says that it is a list item.
	indent int
	item   bool
}

// begin checks whether a mapping in braces begins at the start of a line.
func (f *flow) begin(text string) {
	inner := strings.TrimLeft(text, " -")
	if f.open == nil && strings.HasPrefix(inner, "{") && !action(inner) {
		before := text[:len(text)-len(inner)]
		if item := strings.Contains(before, "-"); item || before == "" {
			f.open, f.indent, f.item = []byte{}, len(before), item
		}
	}
}

// end returns the offset of the byte that ends a line, or a key in braces; -1 if there is none.
func (f *flow) end(text string) int {
	if f.open == nil {
		return strings.IndexByte(text, '\n')
	}
	return strings.IndexAny(text, "\n{}[],")
}

// pass updates the open brackets with the byte that ended a line.
func (f *flow) pass(c byte) {
	switch {
	case f.open == nil:
	case c == '{', c == '[':
		f.open = append(f.open, c)
	case c == '}', c == ']':
		if f.open = f.open[:max(len(f.open)-1, 0)]; len(f.open) == 0 {
			f.open = nil
		}
	}
}

// place sets the indentation of an entry in braces, and whether a list item begins with it.
func (f *flow) place(e *entry) {
	deep := len(f.open)
	if deep == 0 {
		return
	}
	e.indent, e.item = f.indent+2*(deep-1), f.item
	if deep > 1 {
		e.item = f.open[deep-2] == '['
	}
}

// alternatives returns an entry for each value that a line may have. value is the text after the
// key, and rest are the actions and texts after that.
func (e entry) alternatives(value string, rest []piece) (out []entry) {
	if len(rest) > maxPieces {
		return nil
	}
	all := []entry{e}
	all[0].value = strings.TrimLeft(value, " ")
	if all[0].value == "" {
		all[0].node = none
	}
	for _, p := range rest {
		all = continued(all, p)
	}
	for _, each := range all {
		v, _, _ := strings.Cut(each.value, " #")
		each.value = strings.Trim(strings.TrimSpace(v), `"'`)
		if valueForms[e.key]().MatchString(each.value) {
			out = append(out, each)
		}
	}
	return out
}

const (
	// maxPieces limits the pieces of a line, and maxValues its values.
	maxPieces = 32
	maxValues = 16
	// none is the node of a value without literal text so far.
	none = -2
	// several is the node of a value that is not one literal text.
	several = -1
)

// continued appends the values of a piece to each value of a line. If the piece is in a branch, it
// also keeps the value without it.
func continued(all []entry, p piece) (out []entry) {
	values := p.values
	if !p.action {
		values = []string{p.text}
	}
	for _, e := range all {
		if len(out) >= maxValues {
			break
		}
		if !together(e.branch, p.branch) {
			out = append(out, e)
			continue
		}
		for _, v := range values {
			with := e
			with.value, with.sure, with.branch = e.value+v, e.sure && p.sure, append(slices.Clone(e.branch), p.branch...)
			switch {
			case strings.TrimSpace(v) == "":
			case e.node == none && !p.action:
				with.node = p.node
			default:
				with.node = several
			}
			out = append(out, with)
		}
		open := slice.Find(p.branch, func(one *choice) bool { return !slices.Contains(e.branch, *one) })
		if open != nil {
			without := e
			without.branch = append(slices.Clone(e.branch), choice{open.condition, 1 - open.branch})
			if without.node != none {
				without.node = several
			}
			out = append(out, without)
		}
	}
	return out
}
