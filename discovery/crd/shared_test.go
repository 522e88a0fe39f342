package crd_test

import (
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/crd"
	"github.com/kubedelta/kubedelta/discovery/openapi"
)

// TestEqualPartsAreOne: equal parts of two definitions, and of two sides, are decoded once, so that
// the comparison skips them. Fields with different names are not equal, because the meaning of a
// description may depend on the name.
func TestEqualPartsAreOne(t *testing.T) {
	t.Parallel()
	part := "{type: object, description: '" + strings.Repeat("x", 200) + "'}"
	dec := openapi.NewDecoder()
	field := func(plural, kind, name string) *discovery.Schema {
		found, err := crd.Read("a.yaml", []byte(strings.ReplaceAll(minimal(plural, kind, ""), "{type: object}", "{type: object, properties: {"+name+": "+part+"}}")))
		if err != nil {
			t.Fatal(err)
		}
		s, err := crd.Surface(found.Definitions, dec)
		if err != nil {
			t.Fatal(err)
		}
		return s.Schemas["com.example.v1."+kind].Field(name).Schema
	}
	if field("as", "A", "spec") != field("bs", "B", "spec") {
		t.Error("equal parts were decoded twice")
	}
	if field("as", "A", "spec") == field("as", "A", "status") {
		t.Error("fields of two names have one schema")
	}
}
