package checker

import (
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Fields finds the fields of an object that the target does not have, as field-removed and
// field-unknown do, even if the checker is not strict. It does not look into objects inside the
// object. patch: the object is a merge patch, with directives that begin with $.
func (c *Checker) Fields(o *tree.Object, patch bool, emit func(finding.Finding)) {
	k := c.kindOf(o)
	v := visit{checker: c, o: o, kind: k, whole: !patch}
	each := func(f finding.Finding, _ Mark) {
		if f.Rule != FieldDeprecated {
			emit(f)
		}
	}
	if k.fields != nil {
		v.walk(o.Root, k.fields, each)
	}
	if k.schema != nil {
		v.unknownFields(o.Root, k.schema, true, each)
	}
}

// Members are the fields that the target's schema has at a place of an object. They show from names
// alone whether Fields can find anything, for a caller that reads many objects and builds few
// trees. The Members of a kind must be used by one goroutine.
type Members struct {
	shape *shape
	root  bool
	next  map[string]*Members
	// items and values are those of a list and of a map, once they were requested.
	items, values *Members
	asked         bool
	all           map[membersKey]*Members
}

// membersKey names members. Schemas are shared and refer to themselves.
type membersKey struct {
	schema *discovery.Schema
	gv     discovery.GroupVersion
	root   bool
}

// Members returns those of the objects of a kind; nil if the target does not have the kind's
// fields.
func (c *Checker) Members(apiVersion, kind string) *Members {
	k := c.kinds[typeMeta{apiVersion, kind}]
	if k == nil || k.schema == nil {
		return nil
	}
	return (&Members{all: map[membersKey]*Members{}}).of(k.schema, true)
}

// of are the members of a shape; nil if nothing in it can be unknown.
func (m *Members) of(s *shape, root bool) *Members {
	if s == nil || len(s.Properties) == 0 && s.Items == nil && s.AdditionalProperties == nil {
		return nil
	}
	key := membersKey{s.Schema, s.gv, root}
	one := m.all[key]
	if one == nil {
		one = &Members{shape: s, root: root, next: map[string]*Members{}, all: m.all}
		m.all[key] = one
	}
	return one
}

// Field returns the members of a field; nil if nothing in it can be unknown. missing: the target
// does not have the field.
func (m *Members) Field(name []byte) (next *Members, missing bool) {
	if next, seen := m.next[string(name)]; seen {
		return next, false
	}
	if len(m.shape.Properties) == 0 && m.values != nil {
		return m.values, false
	}
	text := string(name)
	below, embedded, missing := m.shape.below(text, m.root)
	switch next = m.of(below, embedded); {
	case missing:
		return nil, true
	case m.shape.Field(text) != nil:
		m.next[text] = next
	case len(m.shape.Properties) == 0:
		m.values = next
	}
	return next, false
}

// Items returns the members of the entries of a list; nil if nothing in them can be unknown.
func (m *Members) Items() *Members {
	if !m.asked {
		m.asked, m.items = true, m.of(m.shape.items(), false)
	}
	return m.items
}
