package cli_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
)

// object is a JSON object to be written.
type object map[string]any

// openAPIOf returns the OpenAPI v3 documents of a surface of the catalog, so that the fixture of a
// cluster has fields to compare. Descriptions, which the catalog does not keep, are replaced by
// ones with the same meaning for the lifecycle.
func openAPIOf(s *discovery.Surface) (map[discovery.GroupVersion][]byte, error) {
	out := map[discovery.GroupVersion][]byte{}
	for _, g := range s.Groups {
		for i := range g.Versions {
			gv := discovery.GroupVersion{Group: g.Name, Version: g.Versions[i].Name}
			d := openAPIDocument{surface: s, gv: gv, paths: object{}, schemas: object{}}
			for j := range g.Versions[i].Resources {
				if r := &g.Versions[i].Resources[j]; !r.Disabled {
					d.resource(r)
				}
			}
			if len(d.paths) == 0 {
				continue
			}
			info := object{"title": "Kubernetes", "version": s.Version}
			if g.Versions[i].Enforcement == discovery.BySchema {
				info = object{"title": "Kubernetes CRD Swagger", "version": "v0.1.0"}
			}
			text, err := json.Marshal(object{
				"openapi": "3.0.0", "info": info,
				"paths": d.paths, "components": object{"schemas": d.schemas},
			})
			if err != nil {
				return nil, err
			}
			out[gv] = text
		}
	}
	return out, nil
}

type openAPIDocument struct {
	surface        *discovery.Surface
	gv             discovery.GroupVersion
	paths, schemas object
}

func (d *openAPIDocument) resource(r *discovery.Resource) {
	base := "/api/" + d.gv.Version
	if d.gv.Group != "" {
		base = "/apis/" + d.gv.String()
	}
	if r.Scope == discovery.Namespaced {
		base += "/namespaces/{namespace}"
	}
	base += "/" + r.Name
	kind := discovery.GroupVersionKind{Group: d.gv.Group, Version: d.gv.Version, Kind: r.Kind}
	if r.KindGroupVersion != nil {
		kind.Group, kind.Version = r.KindGroupVersion.Group, r.KindGroupVersion.Version
	}
	for _, verb := range r.Verbs {
		path := base
		if verb == "get" || verb == "update" || verb == "patch" || verb == "delete" {
			path += "/{name}"
		}
		d.operation(path, verb, kind, r.Schema, r.Parameters[verb])
	}
	for _, sub := range r.Subresources {
		of := kind
		of.Kind = sub.Kind
		if sub.KindGroupVersion != nil {
			of.Group, of.Version = sub.KindGroupVersion.Group, sub.KindGroupVersion.Version
		}
		for _, verb := range sub.Verbs {
			d.operation(base+"/{name}/"+sub.Name, verb, of, sub.Schema, sub.Parameters[verb])
		}
	}
}

func (d *openAPIDocument) operation(path, verb string, kind discovery.GroupVersionKind, schema string, parameters []string) {
	method := map[string]string{"create": "post", "update": "put", "delete": "delete", "deletecollection": "delete", "get": "get", "list": "get", "patch": "patch"}[verb]
	if method == "" {
		return // watch is only a parameter of list
	}
	list := []object{}
	for _, p := range parameters {
		list = append(list, object{"name": p, "in": "query", "schema": object{"type": "string"}})
	}
	content := object{}
	for _, m := range d.surface.MediaTypes {
		content[m] = object{}
	}
	if schema != "" {
		d.add(schema, &kind)
		content["application/json"] = object{"schema": reference(schema)}
	}
	op := object{
		"x-kubernetes-group-version-kind": object{"group": kind.Group, "version": kind.Version, "kind": kind.Kind},
		"parameters":                      list,
		"responses":                       object{"200": object{"content": content}},
	}
	if method == "put" || method == "post" {
		op["requestBody"] = object{"content": content}
	}
	item, ok := d.paths[path].(object)
	if !ok {
		item = object{}
		d.paths[path] = item
	}
	item[method] = op
}

func reference(name string) object { return object{"$ref": "#/components/schemas/" + name} }

// add adds a schema and the schemas that it refers to.
func (d *openAPIDocument) add(name string, kind *discovery.GroupVersionKind) {
	if _, known := d.schemas[name]; known {
		return
	}
	s := d.surface.Schema(d.gv, name)
	if s == nil {
		return
	}
	d.schemas[name] = object{}
	body := d.schema(s)
	if kind != nil {
		body["x-kubernetes-group-version-kind"] = []object{{"group": kind.Group, "version": kind.Version, "kind": kind.Kind}}
	}
	d.schemas[name] = body
}

func (d *openAPIDocument) schema(s *discovery.Schema) object {
	out := object{}
	set := func(name string, value any, there bool) {
		if there {
			out[name] = value
		}
	}
	set("type", s.Type, s.Type != "")
	set("format", s.Format, s.Format != "")
	set("description", textOf(s.Facts), s.Prose != "" || textOf(s.Facts) != "")
	set("nullable", true, s.Nullable)
	set("default", json.RawMessage(s.Default), s.Default != "")
	if s.Ref != "" {
		d.add(s.Ref, nil)
		set("allOf", []object{reference(s.Ref)}, true)
	}
	if s.Items != nil {
		set("items", d.schema(s.Items), true)
	}
	if s.AdditionalProperties != nil {
		set("additionalProperties", d.schema(s.AdditionalProperties), true)
	}
	set("additionalProperties", false, s.Closed)
	var enum []json.RawMessage
	for _, e := range s.Enum {
		enum = append(enum, json.RawMessage(e))
	}
	set("enum", enum, enum != nil)
	for _, k := range slices.Concat(s.Constraints, s.Extensions, s.Residue) {
		out[k.Name] = json.RawMessage(k.Value)
	}
	required, properties := slices.Clone(s.RequiredElsewhere), object{}
	for _, f := range s.Properties {
		properties[f.Name] = d.schema(f.Schema)
		if f.Required {
			required = append(required, f.Name)
		}
	}
	set("properties", properties, len(properties) > 0)
	set("required", required, len(required) > 0)
	return out
}

// textOf returns a description with the facts.
func textOf(f discovery.Facts) string {
	var words []string
	if f.Deprecated {
		words = append(words, "Deprecated: nobody reads it.")
	}
	if f.Stage == discovery.Alpha || f.Stage == discovery.Beta {
		words = append(words, fmt.Sprintf("This is an %s field.", f.Stage))
	}
	if len(f.Gates) > 0 {
		words = append(words, "It needs the "+strings.Join(f.Gates, " and ")+" feature gates.")
	}
	return strings.Join(words, " ")
}

// publishedDocuments returns the files of kubernetes/kubernetes at the tag of a release of the
// catalog: discovery and complete OpenAPI documents.
func publishedDocuments(t *testing.T, version string) map[string][]byte {
	t.Helper()
	surface, err := apiserver.ReleaseSurface(version)
	if err != nil {
		t.Fatal(err)
	}
	set, err := apiserver.Documents(surface)
	if err != nil {
		t.Fatal(err)
	}
	surface.Version = "unversioned"
	documents, err := openAPIOf(surface)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{"api/discovery/aggregated_v2.json": set.AggregatedAPIs}
	for gv, text := range documents {
		path := "api__" + gv.Version
		if gv.Group != "" {
			path = "apis__" + gv.Group + "__" + gv.Version
		}
		files["api/openapi-spec/v3/"+path+"_openapi.json"] = text
	}
	return files
}
