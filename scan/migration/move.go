package migration

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/form"
)

// Move is what is known of the way from some versions of a kind to others.
type Move struct {
	// From and To list group-versions in the form of apiVersion.
	From, To []string
	Kinds    []string
	// Never: fields have moved, so a person must write the object anew.
	Never string
	// NeverIf restricts Never to objects that have one of these paths.
	NeverIf []string
	// Schemas: the fields must be held against the schemas of both versions too.
	// Without it the move is known to keep every field.
	Schemas bool
	// Needs must be written out, for the new version requires it or takes another
	// default.
	Needs []Need
	// Forbids must not be set.
	Forbids []Need
	// Renames are fields that only have another name.
	Renames []Rename
	// Convert gives an object the shape of the new version, where that means the same; else
	// it says why not, as half a sentence.
	Convert func(*form.Form) (why string)
	// Steps tell a person what to do where it is not done for them.
	Steps []string
	// Source of the facts.
	Source string
}

// Need is a condition on a field. "[]" goes into each item of a list; "{}" at the
// end asks for an empty map.
type Need struct {
	Path string
	// OneOf are the values that are right; nil for any.
	OneOf []string
	Why   string
}

// Rename gives a field another name.
type Rename struct {
	Path, Key string
}

// Find looks up a move.
func Find(from, to discovery.GroupVersionKind) (*Move, bool) {
	m := slice.Find(moves, func(m *Move) bool {
		return slices.Contains(m.From, from.GroupVersion().String()) && slices.Contains(m.To, to.GroupVersion().String()) && slices.Contains(m.Kinds, from.Kind) && from.Kind == to.Kind
	})
	return m, m != nil
}

// All lists the moves that are known, for documentation and tests.
func All() []Move { return slices.Clone(moves) }

// Against says why an object cannot be moved; "" if it can, as far as the facts
// go.
func (m *Move) Against(t *tree.Tree, root int) string {
	if m.Never != "" && (len(m.NeverIf) == 0 || slices.ContainsFunc(m.NeverIf, func(p string) bool { return len(Nodes(t, root, p)) > 0 })) {
		return m.Never
	}
	for _, n := range m.Forbids {
		if len(Nodes(t, root, n.Path)) > 0 && !wrongOnly(t, root, n) {
			return n.Why
		}
	}
	for _, n := range m.Needs {
		if !n.met(t, root) {
			return n.Why
		}
	}
	for _, r := range m.Renames {
		if taken(t, root, r) {
			return r.Path + " would become " + r.Key + ", which already exists"
		}
	}
	return ""
}

// wrongOnly: the field is forbidden with some values only, and has another.
func wrongOnly(t *tree.Tree, root int, n Need) bool {
	if n.OneOf == nil {
		return false
	}
	return !slices.ContainsFunc(Nodes(t, root, n.Path), func(node int) bool { return slices.Contains(n.OneOf, t.Nodes[node].Value) })
}

// Reform writes an object as the new version has it.
func (m *Move) Reform(s *form.Form, apiVersion string) (why string) {
	if why = m.Convert(s); why == "" {
		s.At("apiVersion").Value = apiVersion
	}
	return why
}

func (n *Need) met(t *tree.Tree, root int) bool {
	parent, key := split(n.Path)
	for _, p := range Nodes(t, root, parent) {
		c := t.Child(p, key)
		if c < 0 || t.Nodes[c].Kind == tree.Null || n.OneOf != nil && !slices.Contains(n.OneOf, t.Nodes[c].Value) {
			return false
		}
	}
	// Where the parent itself is missing, so is the field.
	return strings.Contains(parent, "[]") || len(Nodes(t, root, parent)) > 0
}

func taken(t *tree.Tree, root int, r Rename) bool {
	parent, key := split(r.Path)
	return slices.ContainsFunc(Nodes(t, root, parent), func(p int) bool { return t.Child(p, key) >= 0 && t.Child(p, r.Key) >= 0 })
}

func split(path string) (parent, key string) {
	i := strings.LastIndexByte(path, '.')
	if i < 0 {
		return "", path
	}
	return path[:i], path[i+1:]
}

// Nodes finds the nodes that a path leads to, from the object's root. Nulls count
// as missing. What stands behind "./" is one key, dots and all.
func Nodes(t *tree.Tree, root int, path string) []int {
	at := []int{root}
	if path == "" {
		return at
	}
	for path != "" {
		segment, rest, _ := strings.Cut(path, ".")
		if label, is := strings.CutPrefix(path, "/"); is {
			segment, rest = label, ""
		}
		path = rest
		name, items := strings.CutSuffix(segment, "[]")
		name, empty := strings.CutSuffix(name, "{}")
		var next []int
		for _, node := range at {
			c := t.Child(node, name)
			if c < 0 || t.Nodes[c].Kind == tree.Null {
				continue
			}
			if empty && !isEmpty(t, c) {
				continue
			}
			if !items {
				next = append(next, c)
				continue
			}
			if t.Nodes[c].Kind == tree.List {
				t.Children(c, func(item int) bool { next = append(next, item); return true })
			}
		}
		at = next
	}
	return at
}

// isEmpty: a map without entries, or a selector whose parts all are.
func isEmpty(t *tree.Tree, node int) bool {
	if t.Nodes[node].Kind != tree.Map {
		return false
	}
	empty := true
	t.Children(node, func(c int) bool {
		empty = t.Nodes[c].Kind == tree.Null || int(t.Nodes[c].After) == c+1 && t.Nodes[c].Kind != tree.String
		return empty
	})
	return empty
}
