package form

import (
	"slices"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// New is the Old of a part that no node of the manifest is the source of.
const New = -1

// Form is a value: an entry of a map, an item of a list, or an object.
type Form struct {
	// Old is the node that it was made of, or New.
	Old int
	// Key is the entry's key; "" in lists.
	Key  string
	Kind tree.Kind
	// Value is a scalar's.
	Value string
	// parts are the entries of a map or the items of a list; those of an old part are read
	// from a tree when they are first asked for, for most are never.
	parts []*Form
	from  *Arena
}

// Of is a node with all below it, unchanged.
func Of(t *tree.Tree, node int) *Form { return new(Arena).Of(t, node) }

// Parts are the entries of a map or the items of a list.
func (s *Form) Parts() []*Form {
	if a := s.from; a != nil {
		s.from, s.parts = nil, a.below(s.Old)
	}
	return s.parts
}

// Same reports whether nobody has looked at the parts of an old part, so that they are what they were.
func (s *Form) Same() bool { return s.from != nil }

// Added reports whether a part is new, or one below it.
func (s *Form) Added() bool { return s.Old == New || slices.ContainsFunc(s.parts, (*Form).Added) }

// Changed reports whether the form is not what its tree says.
func (s *Form) Changed(t *tree.Tree) bool {
	if s.Old == New || s.Value != t.Nodes[s.Old].Value {
		return true
	}
	if s.from != nil {
		return false
	}
	at, changed := 0, false
	t.Children(s.Old, func(child int) bool {
		changed = at == len(s.parts) || s.parts[at].Old != child || s.parts[at].Key != t.Nodes[child].Key || s.parts[at].Changed(t)
		at++
		return !changed
	})
	return changed || at != len(s.parts)
}

// Set replaces the parts.
func (s *Form) Set(parts ...*Form) { s.from, s.parts = nil, parts }

// Add puts parts behind the others.
func (s *Form) Add(parts ...*Form) { s.Set(append(s.Parts(), parts...)...) }

// Map is a new map.
func Map(key string, parts ...*Form) *Form {
	return &Form{Old: New, Key: key, Kind: tree.Map, parts: parts}
}

// List is a new list.
func List(key string, items ...*Form) *Form {
	return &Form{Old: New, Key: key, Kind: tree.List, parts: items}
}

// String is a new text.
func String(key, value string) *Form {
	return &Form{Old: New, Key: key, Kind: tree.String, Value: value}
}

// Number is a new number.
func Number(key, value string) *Form {
	return &Form{Old: New, Key: key, Kind: tree.Number, Value: value}
}

// Bool is a new truth.
func Bool(key string, value bool) *Form {
	s := &Form{Old: New, Key: key, Kind: tree.Bool, Value: "false"}
	if value {
		s.Value = "true"
	}
	return s
}

// At is what a way of keys leads to; nil where there is nothing, or null.
func (s *Form) At(keys ...string) *Form {
	for _, key := range keys {
		i := s.index(key)
		if i < 0 || s.parts[i].Kind == tree.Null {
			return nil
		}
		s = s.parts[i]
	}
	return s
}

// Items are the items of the list that a way of keys leads to.
func (s *Form) Items(keys ...string) []*Form {
	list := s.At(keys...)
	if list == nil || list.Kind != tree.List {
		return nil
	}
	return list.Parts()
}

// Text is the scalar that a way of keys leads to; "" where there is none.
func (s *Form) Text(keys ...string) string {
	if at := s.At(keys...); at != nil {
		return at.Value
	}
	return ""
}

func (s *Form) index(key string) int {
	if s == nil || s.Kind != tree.Map {
		return -1
	}
	return slices.IndexFunc(s.Parts(), func(p *Form) bool { return p.Key == key })
}

// Take takes an entry out of a map; nil where there is none. A null is taken out too,
// and counts as none.
func (s *Form) Take(key string) *Form {
	i := s.index(key)
	if i < 0 {
		return nil
	}
	taken := s.parts[i]
	s.parts = slices.Delete(s.parts, i, i+1)
	if taken.Kind == tree.Null {
		return nil
	}
	return taken
}

// Put writes an entry in place of the one of the same key, else before the entry that
// is named, else at the end.
func (s *Form) Put(part *Form, before ...string) {
	if i := s.index(part.Key); i >= 0 {
		s.parts[i] = part
		return
	}
	for _, key := range before {
		if i := s.index(key); i >= 0 {
			s.parts = slices.Insert(s.parts, i, part)
			return
		}
	}
	s.Add(part)
}

// Called is the part under another key.
func (s *Form) Called(key string) *Form {
	if s != nil {
		s.Key = key
	}
	return s
}

// Clone is a copy that can be changed by itself. It is made of the same nodes.
func (s *Form) Clone() *Form {
	c := *s
	c.parts = make([]*Form, len(s.parts))
	for i, p := range s.parts {
		c.parts[i] = p.Clone()
	}
	return &c
}

// Find is the first part that was made of a node, with what it is in; nil where there is none.
func (s *Form) Find(node int) (part, in *Form) {
	for _, p := range s.Parts() {
		if p.Old == node {
			return p, s
		}
		if part, in = p.Find(node); part != nil {
			return part, in
		}
	}
	return nil, nil
}

// Nodes are the nodes of a manifest that reads as the shape.
func (s *Form) Nodes() []tree.Node { return s.nodes(nil) }

func (s *Form) nodes(all []tree.Node) []tree.Node {
	at := len(all)
	all = append(all, tree.Node{Kind: s.Kind, Key: s.Key, Value: s.Value})
	for _, p := range s.Parts() {
		all = p.nodes(all)
	}
	all[at].After = int32(len(all)) //nolint:gosec // no longer than the text
	return all
}
