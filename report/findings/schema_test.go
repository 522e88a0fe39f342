package findings

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	published "github.com/kubedelta/kubedelta/fixtures/contract"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// TestContract validates reports against the published schema of the JSON form.
func TestContract(t *testing.T) {
	schema := contract(t).Schemas["Report"].Value
	for name, r := range map[string]*Report{"sample": sample(), "clean": clean()} {
		var value any
		if err := json.Unmarshal(render(t, "json", r, Options{}), &value); err != nil {
			t.Fatal(err)
		}
		if err := schema.VisitJSON(value); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := schema.VisitJSON(map[string]any{"apiVersion": "kubedelta.dev/v1", "kind": "Scan"}); err == nil {
		t.Error("the schema takes a report without its fields")
	}
}

// TestSchemaIsWhole tests that the schema has exactly the fields of the Go types.
func TestSchemaIsWhole(t *testing.T) {
	published.Fields(t, contract(t).Schemas, map[string]any{
		"Report": Report{}, "Side": envelope.Side{}, "Account": finding.Account{}, "Finding": finding.Finding{}, "Waived": finding.Waived{}, "Fixed": Fixed{},
	})
}

// contract loads the schema as a component of a document, so that its references resolve.
func contract(t *testing.T) *openapi3.Components {
	t.Helper()
	text, err := os.ReadFile("../../docs/scan.schema.json")
	if err != nil {
		t.Fatal(err)
	}
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
	if parts.Schemas["Report"], err = json.Marshal(root); err != nil {
		t.Fatal(err)
	}
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
	return loaded.Components
}
