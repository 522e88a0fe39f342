package checker

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// shape is a schema together with what is needed to follow its references.
type shape struct {
	surface *discovery.Surface
	gv      discovery.GroupVersion
	// name of the schema; "" for an inline schema.
	name string
	*discovery.Schema
}

// rootShape is the schema of a resource's objects; nil if it is not known.
func rootShape(s *discovery.Surface, gv discovery.GroupVersion, r *discovery.Resource) *shape {
	if r == nil || r.Schema == "" {
		return nil
	}
	if _, unread := s.Unknown(gv, discovery.PartSchemas); unread {
		return nil
	}
	return (&shape{surface: s, gv: gv}).of(&discovery.Schema{Ref: r.Schema})
}

// of is the shape of a schema inside this one, with references resolved; nil if there is none.
// Documents are untrusted, so a reference to itself ends after a few steps.
func (s *shape) of(schema *discovery.Schema) *shape {
	name := ""
	for range 8 {
		if schema == nil {
			return nil
		}
		if schema.Ref == "" {
			return &shape{surface: s.surface, gv: s.gv, name: name, Schema: schema}
		}
		name = schema.Ref
		schema = s.surface.Schema(s.gv, name)
	}
	return nil
}

// items is the shape of the entries of a list; nil if there is none.
func (s *shape) items() *shape {
	if s == nil {
		return nil
	}
	return s.of(rule.ItemsOf(s.Schema))
}

// values is the shape of the values of a map; nil if there is none.
func (s *shape) values() *shape {
	if s == nil {
		return nil
	}
	return s.of(s.AdditionalProperties)
}

// child is the shape of a property; nil if the schema does not have it.
func (s *shape) child(name string) *shape {
	if s == nil || s.Field(name) == nil {
		return nil
	}
	return s.of(s.Field(name).Schema)
}

// lists reports whether the schema lists all fields that an object may have.
func (s *shape) lists() bool {
	return len(s.Properties) > 0 && s.AdditionalProperties == nil && !s.KeepsUnknown()
}

// below is the shape of a member of an object; nil if nothing in the member can be unknown.
// embedded: the member is an object with its own type. missing: the schema lists the members, and
// does not have this one.
func (s *shape) below(name string, root bool) (next *shape, embedded, missing bool) {
	if s.Field(name) != nil {
		child := s.child(name)
		return child, child != nil && child.Extension("x-kubernetes-embedded-resource") == "true", false
	}
	if root && everywhere(name) {
		return nil, false, false
	}
	if values := s.values(); values != nil {
		return values, false, false
	}
	return nil, false, s.lists() || !root && s.drops()
}

// drops reports whether an API server drops all fields of an object: a custom resource whose schema
// has an object without properties. A document may have the whole schema of a kind like that, if it
// is not known; other documents leave out the properties of their own types.
func (s *shape) drops() bool {
	if s.Type != "object" || len(s.Properties) > 0 || s.AdditionalProperties != nil || s.KeepsUnknown() {
		return false
	}
	version := s.surface.GroupVersion(s.gv)
	return version != nil && version.Enforcement == discovery.BySchema
}
