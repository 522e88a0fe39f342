package gomodule_test

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// document is an OpenAPI document of either version, as far as it is compared.
type document struct {
	Paths      map[string]map[string]json.RawMessage `json:"paths"`
	Components struct {
		Schemas map[string]schema `json:"schemas"`
	} `json:"components"`
	Definitions map[string]schema `json:"definitions"`
}

// schema is a schema of either version.
type schema struct {
	Type                 string            `json:"type"`
	Format               string            `json:"format"`
	Description          string            `json:"description"`
	Default              json.RawMessage   `json:"default"`
	Ref                  string            `json:"$ref"`
	AllOf                []schema          `json:"allOf"`
	OneOf                []schema          `json:"oneOf"`
	Items                *schema           `json:"items"`
	AdditionalProperties *schema           `json:"additionalProperties"`
	Properties           map[string]schema `json:"properties"`
	Kinds                []groupKind       `json:"x-kubernetes-group-version-kind"`
	ListType             string            `json:"x-kubernetes-list-type"`
	ListMapKeys          []string          `json:"x-kubernetes-list-map-keys"`
	MapType              string            `json:"x-kubernetes-map-type"`
	PatchStrategy        string            `json:"x-kubernetes-patch-strategy"`
	PatchMergeKey        string            `json:"x-kubernetes-patch-merge-key"`
	Unions               json.RawMessage   `json:"x-kubernetes-unions"`
}

type groupKind struct{ Group, Version, Kind string }

func (g groupKind) String() string {
	return strings.TrimPrefix(g.Group+"/"+g.Version+" "+g.Kind, "/")
}

// operation is one method of a path, as far as it is compared.
type operation struct {
	Kind *groupKind `json:"x-kubernetes-group-version-kind"`
}

// readDocuments reads every document at a path, a file or a folder, and returns
// its facts as one.
func readDocuments(t *testing.T, path string) facts {
	t.Helper()
	f := newFacts()
	err := filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		var doc document
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		f.addPaths(t, doc.Paths)
		f.addSchemas(doc.Components.Schemas)
		f.addSchemas(doc.Definitions)
		return nil
	})
	if err != nil {
		t.Fatalf("the documents of Kubernetes are not at hand: %v", err)
	}
	return f
}

// place is what a path addresses.
type place struct {
	resource, subresource string
	item, namespaced      bool
	watch                 bool
}

// readPlace reads /apis/GROUP/VERSION/namespaces/{namespace}/RESOURCE/{name}/SUB.
func readPlace(path string) (p place, ok bool) {
	seg := strings.Split(strings.Trim(path, "/"), "/")
	switch {
	case seg[0] == "api" && len(seg) > 2:
		p.resource, seg = seg[1], seg[2:]
	case seg[0] == "apis" && len(seg) > 3:
		p.resource, seg = seg[1]+"/"+seg[2], seg[3:]
	default:
		return p, false
	}
	if seg[0] == "watch" {
		p.watch, seg = true, seg[1:]
	}
	if len(seg) > 2 && seg[0] == "namespaces" && seg[1] == "{namespace}" {
		p.namespaced, seg = true, seg[2:]
	}
	p.resource += " " + seg[0]
	for _, s := range seg[1:] {
		if strings.HasPrefix(s, "{") {
			p.item = p.item || p.subresource == ""
		} else {
			p.subresource = s
		}
	}
	return p, true
}

// verb is the API's word for a method of a path; "" for what is none.
func (p place) verb(method string) string {
	collection := !p.item && p.subresource == ""
	switch {
	case method == "get" && p.watch:
		return "watch"
	case method == "get" && collection:
		return "list"
	case method == "delete" && collection:
		return "deletecollection"
	}
	return map[string]string{"get": "get", "delete": "delete", "patch": "patch", "post": "create", "put": "update"}[method]
}

// addPaths reads resources and subresources, with the kinds and verbs of each.
func (f facts) addPaths(t *testing.T, paths map[string]map[string]json.RawMessage) {
	t.Helper()
	for path, methods := range paths {
		p, ok := readPlace(path)
		if !ok {
			continue
		}
		name, aspect := p.resource, "resource"
		if p.subresource != "" {
			name, aspect = p.resource+"/"+p.subresource, "subresource"
		}
		if p.namespaced && aspect == "resource" {
			f.note(aspect, name, "namespaced")
		}
		for _, method := range slices.Sorted(maps.Keys(methods)) {
			verb := p.verb(method)
			if verb == "" {
				continue
			}
			var op operation
			if err := json.Unmarshal(methods[method], &op); err != nil {
				t.Fatalf("%s %s: %v", method, path, err)
			}
			f.note(aspect, name, verb)
			if op.Kind != nil {
				f.note(aspect, name, "is "+op.Kind.String())
			}
		}
	}
}
