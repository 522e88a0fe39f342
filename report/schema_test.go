package report

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// TestSchema validates reports with notes against the published schema. The tests of the command
// line validate reports of real releases.
func TestSchema(t *testing.T) {
	schema := published(t)
	for name, r := range samples() {
		var value any
		if err := json.Unmarshal([]byte(render(t, r, "json")), &value); err != nil {
			t.Fatal(err)
		}
		if err := schema.VisitJSON(value); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		note, has := value.(map[string]any)["notes"].([]any)[0].(map[string]any)
		if !has {
			t.Fatalf("%s has no notes", name)
		}
		note["unheardOf"] = true
		if err := schema.VisitJSON(value); err == nil || !strings.Contains(err.Error(), "unheardOf") {
			t.Errorf("%s: the schema takes a note with a field that nobody knows: %v", name, err)
		}
	}
}

func published(t *testing.T) *openapi3.Schema {
	t.Helper()
	text, err := os.ReadFile("../docs/report.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var root map[string]any
	if err := json.Unmarshal(text, &root); err != nil {
		t.Fatal(err)
	}
	schemas := root["components"].(map[string]any)["schemas"].(map[string]any)
	delete(root, "components")
	schemas["Report"] = root
	doc, err := json.Marshal(map[string]any{
		"openapi": "3.0.3", "info": map[string]string{"title": "contract", "version": "v1"}, "paths": map[string]any{}, "components": map[string]any{"schemas": schemas},
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
