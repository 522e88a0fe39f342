package gomodule_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/source/catalog/gomodule"
)

// facts are what is compared: by aspect and name, all that is said of it.
type facts map[string]map[string][]string

// aspects that a document of version 3 and a bundle both know.
var aspects = []string{"resource", "subresource", "schema", "field", "kinds", "topology", "patch", "union", "default", "description"}

func newFacts() facts {
	f := facts{}
	for _, aspect := range aspects {
		f[aspect] = map[string][]string{}
	}
	return f
}

// note adds a word to what is said of a name, once.
func (f facts) note(aspect, name, word string) {
	if i, found := slices.BinarySearch(f[aspect][name], word); !found {
		f[aspect][name] = slices.Insert(f[aspect][name], i, word)
	}
}

// addSchemas reads schemas and their fields.
func (f facts) addSchemas(schemas map[string]schema) {
	for name, s := range schemas {
		f.note("schema", name, s.shape())
		f.addText("description", name, s.Description)
		f.addSchema(name, s)
		for _, kind := range s.Kinds {
			f.note("kinds", name, kind.String())
		}
		for property, field := range s.Properties {
			f.note("field", name+"."+property, field.shape())
			f.addText("description", name+"."+property, field.Description)
			f.addText("default", name+"."+property, compact(field.Default))
			f.addSchema(name+"."+property, field)
		}
	}
}

// addSchema reads what is said of the merging of a value. Lists without a type
// are atomic and maps without one granular, so these are not said.
func (f facts) addSchema(name string, s schema) {
	if s.ListType != "atomic" {
		f.addText("topology", name, strings.TrimSpace(s.ListType+" "+strings.Join(s.ListMapKeys, ",")))
	}
	if s.MapType != "granular" {
		f.addText("topology", name, s.MapType)
	}
	f.addText("patch", name, strings.TrimSpace(s.PatchStrategy+" "+s.PatchMergeKey))
	f.addText("union", name, compact(s.Unions))
}

func (f facts) addText(aspect, name, text string) {
	// Some documents list the values of enums at the end of a description.
	text, _, _ = strings.Cut(text, "Possible enum values:")
	if text = strings.TrimSpace(text); text != "" {
		f.note(aspect, name, text)
	}
}

// drop takes a schema out, with all that is said of it and its fields.
func (f facts) drop(schema string) {
	for _, named := range f {
		for name := range named {
			if name == schema || strings.HasPrefix(name, schema+".") {
				delete(named, name)
			}
		}
	}
}

// shape is the type of a value in one word.
func (s schema) shape() string {
	switch {
	case s.Ref != "":
		return s.Ref[strings.LastIndexByte(s.Ref, '/')+1:]
	case len(s.AllOf) == 1 && s.Type == "":
		return s.AllOf[0].shape()
	case s.Items != nil:
		return "array of " + s.Items.shape()
	case s.AdditionalProperties != nil:
		return "map of " + s.AdditionalProperties.shape()
	}
	word := strings.TrimSuffix(s.Type+" "+s.Format, " ")
	for _, either := range s.OneOf {
		word += "|" + either.shape()
	}
	return word
}

// compact writes JSON in its one form, with the keys of objects sorted.
func compact(text json.RawMessage) string {
	var v any
	if json.Unmarshal(text, &v) != nil {
		return ""
	}
	out, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(out)
}

// bundleFacts are the facts of a bundle.
func bundleFacts(t *testing.T, b *gomodule.Bundle) facts {
	t.Helper()
	f := newFacts()
	for _, r := range b.Resources {
		gv := strings.TrimPrefix(r.Group+"/"+r.Version, "/")
		name := gv + " " + r.Resource
		for _, verb := range r.Verbs {
			f.note("resource", name, verb)
		}
		if r.Namespaced {
			f.note("resource", name, "namespaced")
		}
		f.note("resource", name, "is "+kindIn(gv, r.Kind, r.KindGroup, r.KindVersion))
		for _, s := range r.Subresources {
			for _, verb := range s.Verbs {
				f.note("subresource", name+"/"+s.Name, verb)
			}
			f.note("subresource", name+"/"+s.Name, "is "+kindIn(gv, s.Kind, s.KindGroup, s.KindVersion))
		}
	}
	var doc document
	if err := json.Unmarshal(b.OpenAPI, &doc); err != nil {
		t.Fatalf("the bundle's schemas: %v", err)
	}
	f.addSchemas(doc.Components.Schemas)
	return f
}

func kindIn(gv, kind, group, version string) string {
	if version != "" {
		gv = strings.TrimPrefix(group+"/"+version, "/")
	}
	return gv + " " + kind
}
