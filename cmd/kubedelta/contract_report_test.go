package main_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/kubedelta/kubedelta/cmd/internal/cli"
	"github.com/kubedelta/kubedelta/discovery"
)

// kubedelta runs the program in this process and returns its output.
func kubedelta(t *testing.T, args ...string) []byte {
	t.Helper()
	var out, errs bytes.Buffer
	code := cli.Main(context.Background(), append([]string{"kubedelta"}, args...), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs})
	if code != 0 {
		t.Fatalf("kubedelta %s exited with %d: %s", strings.Join(args, " "), code, errs.String())
	}
	return out.Bytes()
}

// TestContract validates real reports against the published schema.
func TestContract(t *testing.T) {
	text, err := os.ReadFile("../../docs/report.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	schema := contract(t, text)
	for _, args := range [][]string{
		{"1.15", "1.16"}, {"1.23", "1.24"}, {"1.24", "1.25"}, {"1.31", "1.32", "--include-disabled", "--show-descriptions"}, {discovery.Release{Major: 1, Minor: discovery.NewestMinor - 1}.String(), discovery.Newest().String(), "--include-disabled"}, {"1.30", "1.30"},
	} {
		out := kubedelta(t, append([]string{"diff", "-o", "json"}, args...)...)
		var value any
		if err := json.Unmarshal(out, &value); err != nil {
			t.Fatal(err)
		}
		if err := schema.VisitJSON(value); err != nil {
			t.Errorf("diff %s: %v", strings.Join(args, " "), err)
		}
	}
	if err := schema.VisitJSON(map[string]any{"apiVersion": "kubedelta.dev/v1"}); err == nil {
		t.Error("the schema takes a report without its fields")
	}
}

// contract loads the schema as the only component of a document, so that its references resolve.
func contract(t *testing.T, text []byte) *openapi3.Schema {
	t.Helper()
	var root map[string]json.RawMessage
	if err := json.Unmarshal(text, &root); err != nil {
		t.Fatal(err)
	}
	var parts struct {
		Schemas map[string]json.RawMessage `json:"schemas"`
	}
	if err := json.Unmarshal(root["components"], &parts); err != nil {
		t.Fatal(err)
	}
	delete(root, "components")
	report, err := json.Marshal(root)
	if err != nil {
		t.Fatal(err)
	}
	parts.Schemas["Report"] = report
	doc, err := json.Marshal(map[string]any{
		"openapi": "3.0.3", "info": map[string]string{"title": "contract", "version": "v1"}, "paths": map[string]any{}, "components": parts,
	})
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := openapi3.NewLoader().LoadFromData(doc)
	if err != nil {
		t.Fatal(err)
	}
	return loaded.Components.Schemas["Report"].Value
}
