package openapi_test

import (
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/openapi"
)

// TestBroken: a document that refers to missing schemas is incomplete.
func TestBroken(t *testing.T) {
	const paths = `"paths":{"/apis/a/v1/bs":{"get":{"responses":{"200":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/B"}}}}}}}}`
	for _, c := range []struct{ document, says string }{
		{`{"openapi":"3.0.0",` + paths + `,"components":{"schemas":{"B":{"type":"object","properties":{"c":{"type":"array","items":{"$ref":"#/components/schemas/C"}}}},"C":{"type":"string"}}}}`, ""},
		{`{"openapi":"3.0.0",` + paths + `,"components":{"schemas":{"B":{"type":"object","properties":{"c":{"type":"array","items":{"$ref":"#/components/schemas/C"}}}}}}}`, "its schema B refers to C"},
		{`{"openapi":"3.0.0",` + paths + `,"components":{"schemas":{"B":{"type":"object","additionalProperties":{"$ref":"#/components/schemas/C"}}}}}`, "its schema B refers to C"},
		{`{"openapi":"3.0.0",` + paths + `}`, "no such schema"},
		{`{"openapi":"3.0.0","paths":{},"components":{"schemas":{"C":{"type":"string"}}}}`, "it has no paths"},
		{`{"openapi":"3.0.0"}`, "it has no paths"},
	} {
		doc, err := openapi.NewDecoder().Decode([]byte(c.document))
		if err != nil {
			t.Errorf("%s: %v", c.document, err)
			continue
		}
		if got := doc.Broken(); got != c.says && (c.says == "" || !strings.Contains(got, c.says)) {
			t.Errorf("%s: %q", c.document, got)
		}
	}
}
