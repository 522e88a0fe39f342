package checker

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/nearest"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/carried"
)

// unknownFields finds the fields that the target's schema does not have.
func (v *visit) unknownFields(node int, s *shape, root bool, emit emitFunc) {
	nodes := v.o.Tree.Nodes
	n := &nodes[node]
	switch n.Kind { //nolint:exhaustive // scalars have no fields
	case tree.Map:
		var last map[string]int
		if node == v.o.Root {
			last = v.joined()
		}
		for c := node + 1; c < int(n.After); c = int(nodes[c].After) {
			if last == nil || last[nodes[c].Key] == c {
				v.unknownField(c, s, root, emit)
			}
		}
	case tree.List:
		items := s.items()
		if items == nil {
			return
		}
		for c := node + 1; c < int(n.After); c = int(nodes[c].After) {
			v.unknownFields(c, items, false, emit)
		}
	}
}

// joined returns the last entry of each key of an object that has more than one kind: two documents
// without a separator. A server reads the last of each key, so the others are those of another kind. It
// is nil for other objects.
func (v *visit) joined() map[string]int {
	t, kinds := v.o.Tree, 0
	for c := range t.Each(v.o.Root) {
		if t.Nodes[c].Key == "kind" {
			kinds++
		}
	}
	if kinds < 2 {
		return nil
	}
	last := map[string]int{}
	for c := range t.Each(v.o.Root) {
		last[t.Nodes[c].Key] = c
	}
	return last
}

func (v *visit) unknownField(c int, s *shape, root bool, emit emitFunc) {
	key := v.o.Tree.Nodes[c].Key
	next, embedded, missing := s.below(key, root)
	if !missing {
		if next != nil {
			v.unknownFields(c, next, embedded, emit)
		}
		return
	}
	// field-removed reports the fields that the schema once had.
	if v.checker.goneFields[fieldOf{s.Schema, key}] || !v.whole && carried.Directive(key) || v.by != nil && carried.ExpressionKey(key) || key == "sops" && c == carried.Sops(v.o.Tree) || !v.tells(c) {
		return
	}
	f := v.finding(FieldUnknown, rule.Breaking, c)
	f.Field = v.path(c)
	name := title(s.name, "")
	if s.name == "" {
		name = v.kind.gvk.Kind + "."
	}
	f.Message = v.checker.to.name() + " has no field " + clip(key) + " in " + name[:len(name)-1]
	steps := []string{"Remove the field, or correct its name"}
	if len(key) < maxSegment {
		names := slice.Map(s.Properties, func(f discovery.Field) string { return f.Name })
		if meant := nearest.Word(key, names); meant != "" {
			f.Message += "; did you mean " + meant + "?"
			steps = []string{"Write " + meant + " if you mean this field"}
		}
	}
	v.report(f, c, Plan{Steps: steps, Why: "the intended field is unknown"}, emit)
}
