package fix

import (
	"bytes"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/form"
)

// writer makes changes of the text from a shape. It rewrites the smallest map or list whose parts
// changed, with the text of its old parts and their comments.
type writer struct {
	*round
	o *tree.Object
	// parents are the parents of the nodes.
	parents []int32
	eol     string
	// why the shape cannot be written; "" if it can so far.
	why string
}

// reshape writes an object in another shape.
func (r *round) reshape(o *tree.Object, s *form.Form) (edits []edit, why string) {
	if o.TextStart < 0 {
		return nil, otherwise
	}
	w := writer{round: r, o: o, parents: make([]int32, len(o.Tree.Nodes)), eol: "\n"}
	if bytes.Contains(r.data, []byte("\r\n")) {
		w.eol = "\r\n"
	}
	for i := range o.Tree.Nodes {
		for child := range o.Tree.Each(i) {
			w.parents[child] = int32(i) //nolint:gosec // a tree has fewer nodes than that
		}
	}
	edits = w.part(s)
	return edits, w.why
}

func (w *writer) fail() { w.why = otherwise }

func (w *writer) node(s *form.Form) *tree.Node { return &w.o.Tree.Nodes[s.Old] }

// part makes the changes of a part that stays where it is.
func (w *writer) part(s *form.Form) (edits []edit) {
	n := w.node(s)
	if n.Kind != s.Kind || w.why != "" {
		w.fail()
		return nil
	}
	if s.Kind != tree.Map && s.Kind != tree.List {
		if s.Value == n.Value {
			return nil
		}
		edits, why := w.edits(w.o.Tree, checker.Edit{Node: s.Old, Value: s.Value})
		if why != "" || s.Value == "" {
			w.fail()
		}
		return edits
	}
	if s.Same() {
		return nil
	}
	old := w.children(s.Old)
	if !slices.EqualFunc(old, s.Parts(), func(node int, p *form.Form) bool { return p.Old == node }) {
		return w.container(s, old)
	}
	return slice.Flat(s.Parts(), w.called)
}

// called makes the changes of a part and of its key.
func (w *writer) called(s *form.Form) []edit {
	edits := w.part(s)
	if s.Key != w.node(s).Key {
		renamed, why := w.edits(w.o.Tree, checker.Edit{Node: s.Old, Key: s.Key})
		if why != "" {
			w.fail()
		}
		edits = append(edits, renamed...)
	}
	return edits
}

func (w *writer) children(node int) []int { return slices.Collect(w.o.Tree.Each(node)) }

func (w *writer) container(s *form.Form, old []int) []edit {
	switch {
	case len(s.Parts()) == 0:
		w.fail()
		return nil
	case len(old) == 0:
		return w.filled(s)
	}
	if open := w.open(s.Old); open >= 0 {
		return w.flow(s, old, open)
	}
	first, last := old[0], old[len(old)-1]
	start, column := w.start(first), int(w.o.Tree.Nodes[first].Column)
	if s.Kind == tree.List {
		start, column = w.dash(first)
	}
	end := w.end(last)
	text := strings.TrimPrefix(w.block(s.Parts(), column, s.Kind == tree.List), indent(column))
	if w.why != "" || start < 0 || end < start {
		w.fail()
		return nil
	}
	return []edit{{start, end, text}}
}

func indent(column int) string { return strings.Repeat(" ", column-1) }

// open is the offset of the bracket of a map or list in flow style; -1 in block style.
func (w *writer) open(node int) int {
	n := &w.o.Tree.Nodes[node]
	at := w.offset(int(n.ValueLine), int(n.ValueColumn))
	switch {
	case at < 0 || at >= len(w.data):
		w.fail()
	case w.data[at] == '{' && n.Kind == tree.Map, w.data[at] == '[' && n.Kind == tree.List:
		return at
	case w.data[at] == '&' || w.data[at] == '!' || w.data[at] == '*':
		w.fail()
	}
	return -1
}

// start is the offset of an entry, or of the value of an item.
func (w *writer) start(node int) int {
	n := &w.o.Tree.Nodes[node]
	return w.offset(int(n.Line), int(n.Column))
}

// dash is the offset and column of the dash of an item in block style.
func (w *writer) dash(item int) (at, column int) {
	start := w.start(item)
	if start < 0 {
		w.fail()
		return -1, 1
	}
	at = start - 1
	for at >= 0 && w.data[at] == ' ' {
		at--
	}
	if at < 0 || w.data[at] != '-' {
		w.fail()
		return -1, 1
	}
	return at, int(w.o.Tree.Nodes[item].Column) - (start - at)
}

// end is the end of the last line of a part in block style, without comments before the next part.
func (w *writer) end(node int) int {
	nodes := w.o.Tree.Nodes
	next := w.line(w.o.TextStart+len(w.o.Text)-1) + 1
	if after := int(nodes[node].After); after < len(nodes) {
		next = int(nodes[after].Line)
	}
	for line := next - 1; line >= int(nodes[node].Line) && line <= len(w.lines); line-- {
		start, end := w.bounds(line)
		if !w.between(node, string(w.data[start:end])) {
			return end
		}
	}
	w.fail()
	return -1
}

// bounds are the start and end of a line, without the line break.
func (w *writer) bounds(line int) (start, end int) {
	start, end = w.lines[line-1], len(w.data)
	if line < len(w.lines) {
		end = w.lines[line]
	}
	return start, start + len(bytes.TrimRight(w.data[start:end], "\r\n"))
}

// between reports whether a line after a part does not belong to it: it is blank, a comment, or the
// end of the document. In a block scalar a comment is text.
func (w *writer) between(node int, line string) bool {
	text := strings.TrimLeft(line, " \t")
	switch {
	case text == "", strings.HasPrefix(line, "---"), strings.HasPrefix(line, "..."):
		return true
	case text[0] != '#':
		return false
	}
	nodes := w.o.Tree.Nodes
	leaf := &nodes[nodes[node].After-1]
	return leaf.Style != tree.Literal && leaf.Style != tree.Folded || len(line)-len(text) < int(leaf.Column)
}

// block writes parts on lines with their indentation.
func (w *writer) block(parts []*form.Form, column int, items bool) string {
	lines := make([]string, len(parts))
	for i, p := range parts {
		switch {
		case p.Old != form.New:
			lines[i] = w.copied(p, column, items)
		case items:
			lines[i] = w.item(p, column)
		default:
			lines[i] = w.added(p, column)
		}
	}
	return strings.Join(lines, w.eol)
}

// item writes a new item. Comments above its first entry are put above the dash.
func (w *writer) item(s *form.Form, column int) string {
	above, text := "", w.block(s.Parts(), column+2, s.Kind == tree.List)
	for strings.HasPrefix(text, indent(column+2)+"#") {
		line, rest, _ := strings.Cut(text, "\n")
		above += line[len("- "):] + "\n"
		text = rest
	}
	return above + indent(column) + "- " + strings.TrimPrefix(text, indent(column+2))
}

func (w *writer) added(s *form.Form, column int) string {
	key := indent(column) + w.word(s.Key, "") + ":"
	switch {
	case s.Kind == tree.Map && len(s.Parts()) > 0:
		return key + w.eol + w.block(s.Parts(), column+2, false)
	case s.Kind == tree.List && len(s.Parts()) > 0 && s.Parts()[0].Kind == tree.Map:
		return key + w.eol + w.block(s.Parts(), column, true)
	default:
		return key + " " + w.inline(s, "")
	}
}

// copied is the text of an old part with the comments above it.
func (w *writer) copied(s *form.Form, column int, item bool) string {
	parent := int(w.parents[s.Old])
	if w.open(parent) >= 0 {
		return w.fromFlow(s, column)
	}
	from, was := w.start(s.Old), int(w.node(s).Column)
	if item {
		from, was = w.dash(s.Old)
	}
	end, edits := w.end(s.Old), w.called(s)
	if w.why != "" || from < 0 || end < from {
		w.fail()
		return ""
	}
	text := indent(was) + w.within(from, end, edits)
	if above := w.above(s.Old, parent); above < from {
		text = strings.TrimRight(string(w.data[above:w.lines[w.line(from)-1]]), "\r\n") + w.eol + text
	}
	return shifted(text, column-was)
}

// fromFlow is the text of a part that was in flow style.
func (w *writer) fromFlow(s *form.Form, column int) string {
	from, end, edits := w.start(s.Old), w.after(s.Old), w.called(s)
	if w.why != "" || from < 0 || end < from {
		w.fail()
		return ""
	}
	was := w.indentation(from) + 1
	return shifted(indent(was)+w.within(from, end, edits), column-was)
}

// above is the offset of the comments above a part: after the part before it.
func (w *writer) above(node, parent int) int {
	siblings := w.children(parent)
	i := slices.Index(siblings, node)
	if i <= 0 {
		return len(w.data)
	}
	line := w.line(w.end(siblings[i-1])) + 1
	if line > len(w.lines) || line >= int(w.o.Tree.Nodes[node].Line) {
		return len(w.data)
	}
	return w.lines[line-1]
}

// indentation is the number of spaces at the start of the line of an offset.
func (w *writer) indentation(at int) int {
	start, end := w.bounds(w.line(at))
	return end - start - len(bytes.TrimLeft(w.data[start:end], " "))
}

// within is a range of the text with changes applied.
func (w *writer) within(from, end int, edits []edit) string {
	inside := slices.Clone(edits)
	order.By(inside, func(a, b edit) int { return a.start - b.start })
	var b strings.Builder
	for _, e := range inside {
		if e.start < from || e.end > end {
			w.fail()
			return ""
		}
		b.Write(w.data[from:e.start])
		b.WriteString(e.text)
		from = e.end
	}
	b.Write(w.data[from:end])
	return b.String()
}

// shifted indents lines more, or less if by is negative.
func shifted(text string, by int) string {
	if by == 0 {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		bare := strings.TrimLeft(line, " ")
		if strings.Trim(bare, "\r\n") != "" {
			b.WriteString(strings.Repeat(" ", max(0, len(line)-len(bare)+by)))
		}
		b.WriteString(bare)
	}
	return b.String()
}
