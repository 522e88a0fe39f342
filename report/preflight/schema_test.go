package preflight

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	published "github.com/kubedelta/kubedelta/fixtures/contract"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/preflight/plan"
	"github.com/kubedelta/kubedelta/rehearse"
)

// TestContract validates reports against the published schema of the JSON form.
func TestContract(t *testing.T) {
	schemas := contract(t)
	asked := clean()
	asked.Rehearsal = &Rehearsal{On: "context:prod", Version: "v1.33.1", Outcomes: map[rehearse.Outcome]int{rehearse.Taken: 1}, Left: []string{"Namespace shop: no"}}
	holds(t, schemas["Report"], "asked", render1(t, "json", asked, Options{}))
	if redacted := string(render1(t, "json", Redact(asked, nil), Options{})); strings.Contains(redacted, "context:prod") || strings.Contains(redacted, "Namespace shop") {
		t.Errorf("a redacted rehearsal names what was asked:\n%s", redacted)
	}
	for name, r := range map[string]*Report{"sample": sample(), "clean": clean(), "dead": dead(), "beyond": beyond(), "accepted": accepted(), "redacted": Redact(sample(), sampleEvidence())} {
		holds(t, schemas["Report"], name, render1(t, "json", r, Options{}))
	}
	holds(t, schemas["Fleet"], "fleet", renderFleet(t, "json", fleet()))
	if err := schemas["Report"].Value.VisitJSON(map[string]any{"apiVersion": "kubedelta.dev/v1", "kind": "Preflight"}); err == nil {
		t.Error("the schema takes a report without its fields")
	}
}

func holds(t *testing.T, schema *openapi3.SchemaRef, name string, text []byte) {
	t.Helper()
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	if err := schema.Value.VisitJSON(value); err != nil {
		t.Errorf("%s: %v", name, err)
	}
}

// TestSchemaIsWhole tests that the schema has exactly the fields of the Go types.
func TestSchemaIsWhole(t *testing.T) {
	published.Fields(t, contract(t), map[string]any{
		"Report": Report{}, "Fleet": Fleet{}, "Cluster": Cluster{}, "Check": Check{}, "Item": preflight.Item{}, "Waived": Waived{}, "Hop": plan.Hop{},
		"Step": plan.Step{}, "Object": plan.Object{}, "Gap": evidence.Gap{}, "Reading": evidence.Reading{}, "Accepted": plan.Accepted{},
	})
}

// contract loads the schemas as components of a document, so that their references resolve.
func contract(t *testing.T) openapi3.Schemas {
	t.Helper()
	text, err := os.ReadFile("../../docs/preflight.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var root struct {
		Components json.RawMessage `json:"components"`
	}
	if err := json.Unmarshal(text, &root); err != nil {
		t.Fatal(err)
	}
	doc, err := json.Marshal(map[string]any{
		"openapi": "3.0.3", "info": map[string]string{"title": "contract", "version": "v1"}, "paths": map[string]any{}, "components": root.Components,
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
