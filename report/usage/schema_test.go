package usage_test

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/kubedelta/kubedelta/report/findings"
	report "github.com/kubedelta/kubedelta/report/usage"
	"github.com/kubedelta/kubedelta/usage/tally"
)

// schemas are those of the published JSON Schema, as components of one document with
// those of scan, which it refers to.
func schemas(t *testing.T) openapi3.Schemas {
	t.Helper()
	all := map[string]any{}
	for file, name := range map[string]string{"scan": "Scan", "usage": "Report"} {
		text, err := os.ReadFile("../../docs/" + file + ".schema.json")
		if err != nil {
			t.Fatal(err)
		}
		var root map[string]any
		moved := strings.NewReplacer("scan.schema.json#/properties/", "#/components/schemas/Scan/properties/").Replace(string(text))
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
// against the types: each field is in it, and no other.
func TestSchema(t *testing.T) {
	t.Parallel()
	all := schemas(t)
	for _, by := range []report.GroupBy{report.ByCaller, report.ByUser} {
		var value map[string]any
		if err := json.Unmarshal([]byte(render(t, "json", made(t, by, by == report.ByUser))), &value); err != nil {
			t.Fatal(err)
		}
		if err := all["Report"].Value.VisitJSON(value); err != nil {
			t.Error(err)
		}
		delete(value, "usage")
		if err := all["Report"].Value.VisitJSON(value); err == nil {
			t.Error("the schema takes a report without its usage")
		}
	}
	both, err := report.Join(findings.Tool{Name: "kubedelta"}, []report.Part{{Name: "a", Report: made(t, report.ByCaller, false)}, {Name: "b", Report: made(t, report.ByCaller, false)}})
	if err != nil {
		t.Fatal(err)
	}
	var joined map[string]any
	if err := json.Unmarshal([]byte(render(t, "json", both)), &joined); err != nil {
		t.Fatal(err)
	}
	if err := all["Report"].Value.VisitJSON(joined); err != nil {
		t.Error(err)
	}
	for name, v := range map[string]any{
		"Report": report.Report{}, "Usage": report.Usage{}, "Gap": report.Gap{}, "File": report.File{}, "Policy": report.Policy{}, "Caller": report.Caller{},
		"Client": report.Client{}, "NotCalled": report.NotCalled{}, "Verb": tally.Verb{},
	} {
		want := map[string]bool{}
		fieldsOf(reflect.TypeOf(v), want)
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
