package checker

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/carried"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// packed checks the objects in the base64 data of a Secret or a ConfigMap.
func (v *visit) packed(emit emitFunc) {
	t := v.o.Tree
	if v.o.APIVersion != "v1" || v.o.Kind != "Secret" && v.o.Kind != "ConfigMap" {
		return
	}
	key := "data"
	if v.o.Kind == "ConfigMap" {
		key = "binaryData"
	}
	for c := range t.Each(t.Child(v.o.Root, key)) {
		if text := carried.Decoded(t.Nodes[c].Value); text != "" {
			v.read(c, text, emit)
		}
	}
}

func (v *visit) read(node int, text string, emit emitFunc) {
	place := &textPlace{o: v.o, node: node, text: text}
	if c, ok := v.carrier(node, place); ok {
		c.read(place.template(), emit)
	}
}

func (c *carrier) read(text string, emit emitFunc) {
	v := c.outer
	r, _ := v.checker.readers.Get().(*reader.Reader)
	if r == nil {
		r = &reader.Reader{}
	}
	visit := func(o *tree.Object) { c.object(o, emit) }
	r.Others = visit
	result := r.Read(v.o.File, []byte(carried.WithoutActions(text)), visit)
	r.Others = nil
	v.checker.readers.Put(r)
	if result.Unreadable > 0 {
		v.checker.pass(v.o, "texts that look like manifests and cannot be read")
	}
}

// object checks one object of a text. A document that is no object, such as the values of a chart,
// may contain objects.
func (c *carrier) object(o *tree.Object, emit emitFunc) {
	v := c.outer
	o.Document, o.Guess, o.Possible, o.Origin = v.o.Document, v.o.Guess, v.o.Possible, v.o.Origin
	if carried.Hole(o.Name) {
		o.Name = "" // not known
	}
	w := visit{checker: v.checker, o: o, kind: &v.checker.none, by: c, count: v.count, left: v.left, picks: v.picks, also: v.also}
	w.configurationText(emit)
	if w.isObject() {
		w.kind = v.checker.kindOf(o)
		if w.kind.unchecked {
			v.checker.pass(v.o, unknownKinds)
		}
		w.check(emit)
		return
	}
	if carried.Hole(o.APIVersion) || carried.Hole(o.Kind) {
		v.checker.pass(v.o, unfilledObjects)
	}
	if v.silent || !v.valuesText(c.node) {
		w.others(emit)
		return
	}
	// Labels and references in the values are findings of the object that has them, as in a map.
	o.APIVersion, o.Kind, o.Namespace, o.Name = v.o.APIVersion, v.o.Kind, v.o.Namespace, v.o.Name
	w.kind, w.glancing = v.kind, true
	w.lookAt(emit)
}

// isObject reports whether a document, or an item of a list, has the type of an API object and more
// than the type. An item of a typed list has its type from the list.
func (v *visit) isObject() bool {
	o := v.o
	if o.Kind == "" || carried.Hole(o.APIVersion) || carried.Hole(o.Kind) || o.APIVersionNode >= 0 && o.Tree.Nodes[o.APIVersionNode].Kind != tree.String {
		return false
	}
	gv := discovery.ParseGroupVersion(o.APIVersion)
	return discovery.StabilityOf(gv.Version) != discovery.StabilityUnknown && v.hasContent(o.Root)
}

// others checks what is carried by something that is not checked itself.
func (v *visit) others(emit emitFunc) {
	v.silent = true
	v.lookAt(emit)
	v.packed(emit)
}

// Others checks the objects in a document that is no object, such as the values of a chart, or in
// an object that is not checked. It returns how many were checked, and how many picks left out. A
// nil picks selects all. also is as for [Checker.Examine].
func (c *Checker) Others(o *tree.Object, picks func(*tree.Object) bool, also Also, emit func(finding.Finding, Mark)) (checked, left int) {
	v := visit{checker: c, o: o, kind: &c.none, count: &checked, left: &left, picks: picks, also: also}
	if o.Kind != "" {
		v.kind = c.kindOf(o)
	}
	v.others(emit)
	if o.Kind == "" {
		v.ofTools(emit)
	}
	return checked, left
}

// textPlace maps the lines of a text to lines of the file.
type textPlace struct {
	o    *tree.Object
	node int
	text string
	// columns is the indentation of the lines of a literal block; -1 if it is not known.
	columns int
	known   bool
	// written: a template engine writes lines of the text; nil if it was not determined yet.
	written *bool
	// document is the last document in the text with a path, and places are those of its nodes.
	document int
	places   places
}

// template is the text with actions in {{ }}. In a ResourceSet of Flux Operator, they are in << >>.
func (p *textPlace) template() string {
	if p.o.Kind != "ResourceSet" || !strings.HasPrefix(p.o.APIVersion, "fluxcd.controlplane.io/") {
		return p.text
	}
	return strings.NewReplacer("<<", "{{", ">>", "}}").Replace(p.text)
}

// path is the path of an object in its document of the text.
func (p *textPlace) path(o *tree.Object) string {
	whole := *o
	whole.Root = 0
	v := visit{o: &whole}
	if p.document == o.Document {
		v.places = p.places
	}
	path := v.path(o.Root)
	p.document, p.places = o.Document, v.places
	return path
}

// move changes the place of a finding in the text to that in the file. Only the lines of a literal
// block are lines of the file. In other texts the place is the start of the text.
func (p *textPlace) move(f *finding.Finding) {
	n := &p.o.Tree.Nodes[p.node]
	f.Offset = -1
	if n.Style != tree.Literal || n.Value != p.text || n.Start < 0 && p.o.TextStart >= 0 {
		f.Line, f.Column, f.EndColumn = int(n.ValueLine), int(n.ValueColumn), 0
		return
	}
	if !p.known {
		p.columns, p.known = p.indentation(), true
	}
	f.Line += int(n.ValueLine)
	if p.columns < 0 || f.Column <= 0 {
		f.Column, f.EndColumn = 0, 0
		return
	}
	f.Column += p.columns
	if f.EndColumn > 0 {
		f.EndColumn += p.columns
	}
}

// indentation is how far the block is indented: how much more than in the text its first line with
// content is.
func (p *textPlace) indentation() int {
	n := &p.o.Tree.Nodes[p.node]
	from, end := int(n.Start)-p.o.TextStart, int(n.End)-p.o.TextStart
	if n.Start < 0 || p.o.TextStart < 0 || from < 0 || end > len(p.o.Text) || from >= end {
		return -1
	}
	_, written, _ := strings.Cut(p.o.Text[from:end], "\n")
	return max(spaces(written)-spaces(p.text), -1)
}

// spaces counts the spaces at the start of the first line that is not blank.
func spaces(text string) int {
	for line := range strings.Lines(text) {
		if rest := strings.TrimLeft(line, " "); strings.TrimSpace(rest) != "" {
			return len(line) - len(rest)
		}
	}
	return 0
}
