package validate

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// dice makes schemas and values of the same few names and numbers, so that they meet.
type dice struct{ *rand.Rand }

func (d dice) of(all ...any) any { return all[d.IntN(len(all))] }

func (d dice) value(depth int) any {
	if depth > 2 {
		return d.of(nil, true, 1.0, 2.5, 3.0, "", "a", "ab", "b1", 3e9)
	}
	switch d.IntN(4) {
	case 0:
		out := []any{}
		for range d.IntN(4) {
			out = append(out, d.value(depth+1))
		}
		return out
	case 1:
		out := map[string]any{}
		for range d.IntN(4) {
			out[d.of("a", "b", "c/d").(string)] = d.value(depth + 1)
		}
		return out
	default:
		return d.value(9)
	}
}

// schema has a type, for a schema of nothing is another thing to the oracle.
func (d dice) schema(depth int) map[string]any {
	out := map[string]any{"type": d.of("object", "object", "array", "string", "integer", "number", "boolean")}
	below := func() any { return d.schema(depth + 1) }
	for _, keyword := range []struct {
		name string
		make func() any
	}{
		{"nullable", func() any { return true }},
		{"format", func() any { return d.of("int32", "int64", "odd") }},
		{"enum", func() any { return []any{d.value(9), d.value(1), d.value(9)} }},
		{"required", func() any { return []any{d.of("a", "b")} }},
		{"minProperties", func() any { return 1 }}, {"maxProperties", func() any { return d.IntN(3) }},
		{"minItems", func() any { return 1 }}, {"maxItems", func() any { return d.IntN(3) }}, {"uniqueItems", func() any { return true }},
		{"minimum", func() any { return d.IntN(4) }}, {"maximum", func() any { return d.IntN(4) }},
		{"exclusiveMinimum", func() any { return d.of(true, 1, false) }}, {"exclusiveMaximum", func() any { return d.of(true, 3, false) }},
		{"multipleOf", func() any { return d.of(0.5, 2, 3) }},
		{"minLength", func() any { return 1 }}, {"maxLength", func() any { return d.IntN(3) }}, {"pattern", func() any { return d.of("^[a-z]+$", "1") }},
		{"properties", func() any { return map[string]any{"a": below(), "c/d": below()} }},
		{"additionalProperties", below}, {"items", below}, {"not", below},
		{"allOf", func() any { return []any{below(), below()} }}, {"anyOf", func() any { return []any{below(), below()} }},
		{"oneOf", func() any { return []any{below(), below()} }},
	} {
		if d.IntN(6) == 0 && depth < 3 {
			out[keyword.name] = keyword.make()
		}
	}
	return out
}

// TestOracle: the visitor says of a value what kin-openapi says, keyword by keyword.
func TestOracle(t *testing.T) {
	d, said := dice{rand.New(rand.NewPCG(1, 2))}, map[string]int{}
	for range 1500 {
		text, err := json.Marshal(d.schema(0))
		if err != nil {
			t.Fatal(err)
		}
		var ours schema
		var theirs openapi3.Schema
		if err := errors.Join(json.Unmarshal(text, &ours), json.Unmarshal(text, &theirs)); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		value := d.value(0)
		var got []string
		v := visitor{matches: func(p, s string) bool { return regexp.MustCompile(p).MatchString(s) }, fail: func(e violation) bool {
			got = append(got, strings.Join(e.path, "\x00")+" "+e.keyword)
			said[e.keyword]++
			return true
		}}
		v.visit(&ours, value)
		want := complaints(t, theirs.VisitJSON(value, openapi3.MultiErrors(), openapi3.DisableSchemaErrorDetails()))
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			shown, _ := json.Marshal(value)
			t.Fatalf("%s\nof %s\nwe say %q\nkin-openapi says %q", text, shown, got, want)
		}
	}
	if len(said) < 20 {
		t.Errorf("only these keywords were broken: %v", said)
	}
}

func complaints(t *testing.T, err error) (out []string) {
	t.Helper()
	switch err := err.(type) { //nolint:errorlint // As would find one within another
	case nil:
	case openapi3.MultiError:
		for _, one := range err {
			out = append(out, complaints(t, one)...)
		}
	case *openapi3.SchemaError:
		out = append(out, strings.Join(err.JSONPointer(), "\x00")+" "+err.SchemaField)
	default:
		t.Fatalf("%T: %v", err, err)
	}
	return out
}

// TestKeywordsOfOtherForms: what OpenAPI 3.1 and JSON Schema write in another way.
func TestKeywordsOfOtherForms(t *testing.T) {
	for text, takes := range map[string]bool{
		`true`: true, `false`: false, `{"type": ["string", "number"]}`: true, `{"type": ["string", "null"]}`: false,
		`{"exclusiveMaximum": 3}`: false, `{"exclusiveMaximum": 3.5}`: true, `{"exclusiveMaximum": true, "maximum": 3}`: false,
		`{"not": {"type": "number"}}`: false, `{"allOf": [true, {"enum": [3]}]}`: true,
	} {
		var s schema
		if err := json.Unmarshal([]byte(text), &s); err != nil {
			t.Fatal(err)
		}
		if got := (&visitor{}).takes(&s, 3.0); got != takes {
			t.Errorf("%s takes 3: %v, want %v", text, got, takes)
		}
	}
}
