package form

import (
	"slices"
	"strconv"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// New is the Old of a part that does not come from a node of the manifest.
const New = -1

// Form is a value: an entry of a map, an item of a list, or an object.
type Form struct {
	// Old is the node that it comes from, or New.
	Old int
	// Key is the entry's key; "" in lists.
	Key  string
	Kind tree.Kind
	// Value of a scalar.
	Value string
	// parts are the entries of a map or the items of a list. Those of an old part are read from the
	// tree when they are first used, because most are never used.
	parts []*Form
	from  *Arena
}

// Of returns a node with everything in it, unchanged.
func Of(t *tree.Tree, node int) *Form { return new(Arena).Of(t, node) }

// Parts returns the entries of a map or the items of a list.
func (s *Form) Parts() []*Form {
	if a := s.from; a != nil {
		s.from, s.parts = nil, a.below(s.Old)
	}
	return s.parts
}

// Same reports whether the parts of an old part were never used, and so are unchanged.
func (s *Form) Same() bool { return s.from != nil }

// Added reports whether the part or one in it is new.
func (s *Form) Added() bool { return s.Old == New || slices.ContainsFunc(s.parts, (*Form).Added) }

// Changed reports whether the form differs from its tree.
func (s *Form) Changed(t *tree.Tree) bool {
	if s.Old == New || s.Value != t.Nodes[s.Old].Value {
		return true
	}
	if s.from != nil {
		return false
	}
	at := 0
	for child := range t.Each(s.Old) {
		if at == len(s.parts) || s.parts[at].Old != child || s.parts[at].Key != t.Nodes[child].Key || s.parts[at].Changed(t) {
			return true
		}
		at++
	}
	return at != len(s.parts)
}

// Set replaces the parts.
func (s *Form) Set(parts ...*Form) { s.from, s.parts = nil, parts }

// Add appends parts.
func (s *Form) Add(parts ...*Form) { s.Set(append(s.Parts(), parts...)...) }

// Map is a new map.
func Map(key string, parts ...*Form) *Form {
	return &Form{Old: New, Key: key, Kind: tree.Map, parts: parts}
}

// List is a new list.
func List(key string, items ...*Form) *Form {
	return &Form{Old: New, Key: key, Kind: tree.List, parts: items}
}

// String is a new string.
func String(key, value string) *Form {
	return &Form{Old: New, Key: key, Kind: tree.String, Value: value}
}

// Number is a new number.
func Number(key, value string) *Form {
	return &Form{Old: New, Key: key, Kind: tree.Number, Value: value}
}

// Bool is a new boolean.
func Bool(key string, value bool) *Form {
	return &Form{Old: New, Key: key, Kind: tree.Bool, Value: strconv.FormatBool(value)}
}

// At returns the part at a path of keys; nil if there is none or it is null.
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

// Items returns the items of the list at a path of keys.
func (s *Form) Items(keys ...string) []*Form {
	list := s.At(keys...)
	if list == nil || list.Kind != tree.List {
		return nil
	}
	return list.Parts()
}

// Text returns the scalar at a path of keys; "" if there is none.
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

// Take removes an entry from a map and returns it; nil if there is none or it is null.
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

// Put replaces the entry with the same key. If there is none, it inserts the part before the first
// entry of before that exists, or at the end.
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

// Called sets the key of the part.
func (s *Form) Called(key string) *Form {
	if s != nil {
		s.Key = key
	}
	return s
}

// Clone returns a copy that can be changed separately. It comes from the same nodes.
func (s *Form) Clone() *Form {
	c := *s
	c.parts = make([]*Form, len(s.parts))
	for i, p := range s.parts {
		c.parts[i] = p.Clone()
	}
	return &c
}

// Find returns the first part that comes from a node, and what it is in; nil if there is none.
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

// Nodes appends the nodes of a manifest with the content of the form.
func (s *Form) Nodes(all []tree.Node) []tree.Node {
	at := len(all)
	all = append(all, tree.Node{Kind: s.Kind, Key: s.Key, Value: s.Value})
	for _, p := range s.Parts() {
		all = p.Nodes(all)
	}
	all[at].After = int32(len(all)) //nolint:gosec // a tree has fewer nodes than that
	return all
}
