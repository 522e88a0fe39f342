package rehearse_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/rehearse"
	report "github.com/kubedelta/kubedelta/report/rehearse"
)

var update = flag.Bool("update", false, "write what the renderers give as the golden files")

// TestGolden holds formats of reports against files that were read by a person, and what
// is rendered from a report that was written and read against the same.
func TestGolden(t *testing.T) {
	for name, r := range map[string]*report.Report{"sample": sample(t), "clean": clean(t)} {
		read, err := report.ReadJSON(bytes.NewReader(render(t, "json", r)))
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range []string{"text", "markdown", "html", "json", "sarif", "junit"} {
			path := filepath.Join("testdata", name+"."+format+".golden")
			got := render(t, format, r)
			if *update {
				if err := os.WriteFile(path, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("%s of %s is another; read it and run with -update\n%s", format, name, diff)
			}
			if diff := cmp.Diff(string(got), string(render(t, format, read))); diff != "" {
				t.Errorf("%s of %s after a round trip:\n%s", format, name, diff)
			}
		}
	}
}

var codeSpan = regexp.MustCompile("`+[^`\n]*`+")

// TestHostile: what others write does not get out of its place in a page.
func TestHostile(t *testing.T) {
	const hostile = "<script>alert(1)</script>\x1b[31m\u202e]]>\n# h\n::error::x"
	r := made(t, report.Server{Version: hostile, Left: []string{hostile}, Webhooks: []string{hostile}, Stopped: hostile}, results(hostile, hostile))
	for _, format := range []string{"text", "markdown", "html"} {
		got := string(render(t, format, r))
		if strings.Contains(got, "\x1b") || strings.Contains(got, "\u202e") || strings.Contains(got, "\n# h") || strings.Contains(got, "\n::error") {
			t.Errorf("%s:\n%s", format, got)
		}
		// What is between backticks is text in markdown.
		if format != "text" && strings.Contains(codeSpan.ReplaceAllString(got, ""), "<script>alert") {
			t.Errorf("%s has the script:\n%s", format, got)
		}
	}
}

// schemas are those of the published JSON Schema, as components of one document with
// those of scan, which it refers to.
func schemas(t *testing.T) openapi3.Schemas {
	t.Helper()
	all := map[string]any{}
	for file, name := range map[string]string{"scan": "Scan", "rehearse": "Report"} {
		text, err := os.ReadFile("../../docs/" + file + ".schema.json")
		if err != nil {
			t.Fatal(err)
		}
		var root map[string]any
		moved := strings.ReplaceAll(string(text), "scan.schema.json#/properties/", "#/components/schemas/Scan/properties/")
		if err := json.Unmarshal([]byte(moved), &root); err != nil {
			t.Fatal(err)
		}
		parts, _ := root["components"].(map[string]any)["schemas"].(map[string]any)
		for part, schema := range parts {
			all[part] = schema
		}
		delete(root, "components")
		all[name] = root
	}
	doc, err := json.Marshal(map[string]any{
		"openapi": "3.0.3", "info": map[string]string{"title": "contract", "version": "v1"}, "paths": map[string]any{}, "components": map[string]any{"schemas": all},
	})
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := openapi3.NewLoader().LoadFromData(doc)
	if err != nil {
		t.Fatal(err)
	}
	return loaded.Components.Schemas
}

// TestSchema holds reports against the published schema of the JSON form, and the schema
// against the types: each field is in it, and no other. What was sent is in no report.
func TestSchema(t *testing.T) {
	all := schemas(t)
	for name, r := range map[string]*report.Report{"sample": sample(t), "clean": clean(t)} {
		var value map[string]any
		if err := json.Unmarshal(render(t, "json", r), &value); err != nil {
			t.Fatal(err)
		}
		if err := all["Report"].Value.VisitJSON(value); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		delete(value, "rehearsal")
		if err := all["Report"].Value.VisitJSON(value); err == nil {
			t.Error("the schema takes a report without its rehearsal")
		}
	}
	for name, v := range map[string]any{
		"Report": report.Report{}, "Rehearsal": report.Rehearsal{}, "Server": report.Server{}, "Object": report.Object{},
		"Said": rehearse.Said{}, "Cause": rehearse.Cause{}, "Change": rehearse.Change{},
	} {
		want := map[string]bool{}
		fieldsOf(reflect.TypeOf(v), want)
		delete(want, "body")
		for property := range all[name].Value.Properties {
			if !want[property] {
				t.Errorf("the schema of %s has %s, the type has not", name, property)
			}
			delete(want, property)
		}
		for property := range want {
			t.Errorf("the type %s has %s, the schema has not", name, property)
		}
	}
}

func fieldsOf(t reflect.Type, names map[string]bool) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case strings.Contains(options, "inline"):
			fieldsOf(f.Type, names)
		case name != "-" && f.IsExported():
			names[name] = true
		}
	}
}
