package openapi

import (
	"maps"
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
)

// Broken says why a document is incomplete: it has no paths, or refers to a schema that it does not
// contain or that is empty; "" if it seems complete. A complete document contains all schemas that it refers to.
func (doc *Document) Broken() string {
	if !doc.HasPaths() {
		return "it has no paths"
	}
	for _, p := range doc.paths {
		for _, op := range p.item {
			for _, name := range []string{op.request, op.response} {
				switch schema := doc.Schemas[name]; {
				case name == "":
				case schema == nil:
					return "it has a path for " + name + " and no such schema"
				case schema.Type == "" && schema.Ref == "" && len(schema.Properties) == 0:
					return "it has a path for " + name + ", whose schema is empty"
				}
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(doc.Schemas)) {
		if missing := doc.missing(doc.Schemas[name]); missing != "" {
			return "its schema " + name + " refers to " + missing + ", which is not in it"
		}
	}
	return ""
}

// HasPaths reports whether the document has paths. A document without paths does not even show that
// there are no resources.
func (doc *Document) HasPaths() bool { return len(doc.paths) > 0 }

// missing returns the first schema that s refers to and that the document does not contain.
func (doc *Document) missing(s *discovery.Schema) string {
	if s.Ref != "" && doc.Schemas[s.Ref] == nil {
		return s.Ref
	}
	for part := range s.Parts() {
		if name := doc.missing(part); name != "" {
			return name
		}
	}
	return ""
}
