package migration

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/form"
)

// Move has the rules for changing an object of some kinds from one version to another.
type Move struct {
	// From and To list group-versions in the form of apiVersion.
	From, To, Kinds []string
	// Schemas says that the fields must also be compared with the schemas of both versions. If it
	// is false, the new version has all fields of the old one.
	Schemas bool
	// Needs are fields that the new version requires, or that have another default.
	Needs []Need
	// Forbids are fields that must not be set.
	Forbids []Need
	// Renames are fields that have another name.
	Renames []Rename
	// Convert changes an object to the new version if the result means the same. Otherwise it
	// returns the reason, as a clause. Conversion is its name in the table.
	Convert    func(*form.Form) (why string) `json:"-"`
	Conversion string
	// Steps are the steps for the user if the object cannot be changed automatically.
	Steps []string
	// Source is the source of these rules.
	Source string
}

// Need is a condition on a field. In the path, "[]" is each item of a list, "{}" an empty map.
type Need struct {
	Path string
	// OneOf are the valid values, or in Forbids the invalid ones; nil for any.
	OneOf []string
	Why   string
}

// Rename gives a field another name.
type Rename struct {
	Path, Key string
}

// Find returns the move between two versions of a kind.
func Find(from, to discovery.GroupVersionKind) (*Move, bool) {
	m := slice.Find(moves(), func(m *Move) bool {
		return slices.Contains(m.From, from.GroupVersion().String()) && slices.Contains(m.To, to.GroupVersion().String()) && slices.Contains(m.Kinds, from.Kind) && from.Kind == to.Kind
	})
	return m, m != nil
}

// All returns all moves.
func All() []Move { return slices.Clone(moves()) }

// Against returns why an object cannot be moved, or "" if the rules allow it.
func (m *Move) Against(t *tree.Tree, root int) string {
	for _, n := range m.Forbids {
		for _, node := range Nodes(t, root, n.Path) {
			if n.OneOf == nil || slices.Contains(n.OneOf, canonical(&t.Nodes[node])) {
				return n.Why
			}
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

// Reform changes an object to the new version.
func (m *Move) Reform(s *form.Form, apiVersion string) (why string) {
	if why = m.Convert(s); why == "" {
		s.At("apiVersion").Value = apiVersion
	}
	return why
}

// canonical returns the value of a scalar; of an integer the decimal digits, because 0x0 is 0 too.
func canonical(n *tree.Node) string {
	if n.Kind != tree.Number {
		return n.Value
	}
	if i, err := strconv.ParseInt(n.Value, 0, 64); err == nil {
		return strconv.FormatInt(i, 10)
	}
	if f, err := strconv.ParseFloat(n.Value, 64); err == nil && f == 0 {
		return "0"
	}
	return n.Value
}

func (n *Need) met(t *tree.Tree, root int) bool {
	parent, key := split(n.Path)
	for _, p := range Nodes(t, root, parent) {
		c := t.Child(p, key)
		if c < 0 || t.Nodes[c].Kind == tree.Null || n.OneOf != nil && !slices.Contains(n.OneOf, t.Nodes[c].Value) {
			return false
		}
	}
	// If the parent is missing, so is the field.
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

// Nodes returns the nodes at a path from the object's root. It treats null as missing. The text
// after "./" is a single key, which may contain dots.
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
				next = slices.AppendSeq(next, t.Each(c))
			}
		}
		at = next
	}
	return at
}

// isEmpty reports whether a map has no entries, or only null and empty ones, as a selector may.
func isEmpty(t *tree.Tree, node int) bool {
	if t.Nodes[node].Kind != tree.Map {
		return false
	}
	for c := range t.Each(node) {
		if t.Nodes[c].Kind != tree.Null && (int(t.Nodes[c].After) != c+1 || t.Nodes[c].Kind == tree.String) {
			return false
		}
	}
	return true
}
