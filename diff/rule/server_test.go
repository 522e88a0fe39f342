package rule_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	celgo "github.com/google/cel-go/cel"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"k8s.io/kube-openapi/pkg/validation/strfmt"
	"k8s.io/kube-openapi/pkg/validation/validate"

	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/crd"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/fixtures/thorough"
)

// schema is an OpenAPI schema of a definition, as JSON.
type schema = map[string]any

// TestNothingRefusedInSilence makes pairs of definitions that differ a little, and objects,
// and takes the objects as an API server does: with its libraries for validation and CEL.
// Where an object of the old definition is refused by the new one, diff says breaking.
func TestNothingRefusedInSilence(t *testing.T) {
	seen := map[string]int{}
	for n := range thorough.Size(t, 8000, 500) {
		g := generator{rand.New(rand.NewPCG(9, uint64(n)))}
		old := g.object(2)
		new := clone(old)
		g.mutate(old, new)
		changes := compareSchemas(t, old, new)
		i := slices.IndexFunc(changes, func(c diff.Change) bool { return c.Severity == rule.Breaking })
		was, is := newServer(t, old), newServer(t, new)
		witness := ""
		for range 60 {
			stored, ok := was.take(g.value(old, 0.8))
			if !ok {
				continue
			}
			seen["objects"]++
			if _, ok := is.take(clone(stored)); !ok {
				witness = text(stored)
				break
			}
		}
		switch {
		case witness != "" && i < 0:
			t.Fatalf("pair %d: the new server refuses %s, which the old one took, and diff says\n%s\nold %s\nnew %s",
				n, witness, lines(changes), text(old), text(new))
		case witness != "":
			seen["breaking, with an object"]++
		case i >= 0:
			seen["breaking, no object found"]++
			if testing.Verbose() {
				t.Logf("pair %d: no object for: %s", n, changes[i].Message)
			}
		default:
			seen["not breaking"]++
		}
	}
	t.Log(seen)
	if seen["breaking, with an object"] == 0 || seen["not breaking"] == 0 {
		t.Error("the generator makes one kind of pairs only")
	}
}

func lines(changes []diff.Change) string {
	var b strings.Builder
	for _, c := range changes {
		fmt.Fprintf(&b, "%s %s: %s\n", c.Severity, c.Rule, c.Message)
	}
	return b.String()
}

func compareSchemas(t *testing.T, old, new schema) []diff.Change {
	t.Helper()
	dec := openapi.NewDecoder()
	read := func(s schema) *crd.Definition {
		def, err := json.Marshal(schema{
			"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": schema{"name": "widgets.example.com"},
			"spec": schema{
				"group": "example.com", "scope": "Namespaced", "names": schema{"plural": "widgets", "kind": "Widget"},
				"versions": []schema{{"name": "v1", "served": true, "storage": true, "schema": schema{
					"openAPIV3Schema": schema{"type": "object", "properties": schema{"spec": s}},
				}}},
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		found, err := crd.Read("crd.json", def)
		if err != nil {
			t.Fatal(err)
		}
		return &found.Definitions[0]
	}
	was, err := crd.Surface([]crd.Definition{*read(old)}, dec)
	if err != nil {
		t.Fatal(err)
	}
	is, err := crd.Surface([]crd.Definition{*read(new)}, dec)
	if err != nil {
		t.Fatal(err)
	}
	return diff.Compare(was, is, diff.Options{IncludeDisabled: true}).Changes
}

// server takes objects as an API server takes custom resources.
type server struct {
	schema    schema
	validator *validate.SchemaValidator
	rules     func(value any, s schema) bool
}

func newServer(t *testing.T, s schema) *server {
	t.Helper()
	parsed := &spec.Schema{}
	if err := json.Unmarshal([]byte(text(s)), parsed); err != nil {
		t.Fatal(err)
	}
	env, err := celgo.NewEnv(celgo.Variable("self", celgo.DynType), celgo.CrossTypeNumericComparisons(true))
	if err != nil {
		t.Fatal(err)
	}
	programs := map[string]celgo.Program{}
	return &server{s, validate.NewSchemaValidator(parsed, nil, "", strfmt.Default), func(value any, s schema) bool {
		for _, r := range rulesOf(s) {
			if programs[r] == nil {
				ast, issues := env.Compile(r)
				if issues.Err() != nil {
					t.Fatalf("%s: %v", r, issues.Err())
				}
				if programs[r], err = env.Program(ast); err != nil {
					t.Fatal(err)
				}
			}
			out, _, err := programs[r].Eval(map[string]any{"self": value})
			if err != nil || out.Value() != true {
				return false
			}
		}
		return true
	}}
}

// take prunes, drops nulls, fills in defaults and validates, in the order of an API server.
func (s *server) take(object any) (stored any, ok bool) {
	if object == nil {
		return nil, false // the place of the schema is not there
	}
	object = fill(prune(object, s.schema), s.schema)
	return object, s.validator.Validate(object).IsValid() && s.hold(object, s.schema)
}

// hold asks the CEL rules of every place.
func (s *server) hold(value any, at schema) bool {
	if value == nil || !s.rules(value, at) {
		return value == nil
	}
	switch v := value.(type) {
	case map[string]any:
		for name, below := range v {
			if p, ok := properties(at)[name].(schema); ok && !s.hold(below, p) {
				return false
			}
		}
	case []any:
		for _, item := range v {
			if !s.hold(item, at["items"].(schema)) {
				return false
			}
		}
	}
	return true
}

func properties(s schema) schema {
	p, _ := s["properties"].(schema)
	return p
}

func rulesOf(s schema) (rules []string) {
	list, _ := s["x-kubernetes-validations"].([]any)
	for _, r := range list {
		rules = append(rules, r.(schema)["rule"].(string))
	}
	return rules
}

func prune(value any, s schema) any {
	switch v := value.(type) {
	case map[string]any:
		for name := range v {
			p, ok := properties(s)[name].(schema)
			switch {
			case ok:
				v[name] = prune(v[name], p)
			case s["x-kubernetes-preserve-unknown-fields"] != true:
				delete(v, name)
			}
		}
	case []any:
		for i := range v {
			v[i] = prune(v[i], s["items"].(schema))
		}
	}
	return value
}

func fill(value any, s schema) any {
	switch v := value.(type) {
	case map[string]any:
		for name, p := range properties(s) {
			p := p.(schema)
			below, there := v[name]
			if there && below == nil && p["nullable"] != true {
				delete(v, name)
				there = false
			}
			if d, ok := p["default"]; ok && !there {
				v[name], there = clone(d), true
			}
			if there {
				v[name] = fill(v[name], p)
			}
		}
	case []any:
		for i := range v {
			v[i] = fill(v[i], s["items"].(schema))
		}
	}
	return value
}

func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func clone[T any](v T) T {
	out, _ := copied(v).(T)
	return out
}

func copied(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, below := range v {
			out[name] = copied(below)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = copied(v[i])
		}
		return out
	default:
		return v
	}
}

// generator makes schemas and objects.
type generator struct{ *rand.Rand }

func pick[T any](g generator, list ...T) T { return list[g.IntN(len(list))] }

func (g generator) often(p float64) bool { return g.Float64() < p }

func (g generator) object(depth int) schema {
	props := schema{}
	for _, name := range []string{"a", "b", "c", "d"} {
		if g.often(0.7) {
			props[name] = g.schema(depth)
		}
	}
	s := schema{"type": "object", "properties": props}
	for name := range sorted(props) {
		if g.often(0.3) {
			s["required"] = append(list(s["required"]), name)
		}
	}
	if g.often(0.3) {
		g.keyword(s)
	}
	if g.often(0.3) {
		s["x-kubernetes-validations"] = []any{schema{"rule": g.rule("self", s, 2)}}
	}
	return s
}

func (g generator) schema(depth int) schema {
	kinds := []string{"string", "string", "integer", "number", "boolean"}
	if depth > 0 {
		kinds = append(kinds, "object", "array")
	}
	switch kind := pick(g, kinds...); kind {
	case "object":
		return g.object(depth - 1)
	case "array":
		s := schema{"type": "array", "items": g.schema(depth - 1)}
		if g.often(0.3) {
			g.keyword(s)
		}
		return s
	default:
		s := schema{"type": kind}
		for g.often(0.5) {
			g.keyword(s)
		}
		return s
	}
}

// keyword sets a keyword of a schema, or takes one away.
func (g generator) keyword(s schema) {
	kind, _ := s["type"].(string)
	of := map[string][]string{
		"string": {"pattern", "pattern", "minLength", "maxLength", "enum", "format", "default", "nullable", "allOf"},
		"number": {"minimum", "maximum", "exclusiveMinimum", "multipleOf", "default", "nullable"},
		"object": {"minProperties", "maxProperties", "anyOf", "oneOf", "not", "nullable"}, "array": {"minItems", "maxItems", "nullable"},
		"boolean": {"enum", "default", "nullable"},
	}
	of["integer"] = append(slices.Clone(of["number"]), "enum", "format")
	k := pick(g, of[kind]...)
	if _, ok := s[k]; ok && g.often(0.4) {
		delete(s, k)
		return
	}
	switch k {
	case "pattern":
		s[k] = pick(g, "^[a-z]*$", "^[a-z]+$", "^[ab]{1,2}$", "^(a|b)", "a", "^.{0,3}$", "^(?:ab?|b)$", "b$", "^[^A]*$")
	case "minLength", "minItems", "minProperties":
		s[k] = float64(g.IntN(3))
	case "maxLength", "maxItems", "maxProperties":
		s[k] = float64(1 + g.IntN(4))
	case "minimum":
		s[k] = pick(g, -1, 0, 0.5, 1, -2147483648)
	case "maximum":
		s[k] = pick(g, 1, 2, 2.5, 3, 2147483647)
	case "exclusiveMinimum", "nullable":
		s[k] = g.often(0.5)
	case "multipleOf":
		s[k] = pick(g, 1.0, 2, 0.5)
	case "format":
		s[k] = pick(g, map[string][]string{"string": {"date", "ipv4", "uuid", "what", "password"}, "integer": {"int32", "int64"}}[kind]...)
	case "enum", "default":
		if v := g.scalar(kind); k == "default" {
			s[k] = v
		} else {
			s[k] = []any{v, g.scalar(kind)}
		}
	case "allOf":
		s[k] = []any{schema{"maxLength": float64(1 + g.IntN(3))}, schema{"pattern": pick(g, "a", "^[a-z]+$")}}
	case "not":
		s[k] = g.branch(s)
	case "anyOf", "oneOf":
		s[k] = []any{g.branch(s), g.branch(s), g.branch(s)}[:1+g.IntN(3)]
	}
}

// branch is an alternative about the properties of an object.
func (g generator) branch(s schema) schema {
	names := slices.Sorted(maps.Keys(properties(s)))
	if len(names) == 0 {
		return schema{"minProperties": 1.0}
	}
	name := pick(g, names...)
	p := properties(s)[name].(schema)
	switch g.IntN(5) {
	case 0:
		return schema{"not": schema{"required": []any{name}}}
	case 1:
		if p["type"] == "string" {
			return schema{"properties": schema{name: schema{"maxLength": 1.0}}, "required": []any{name}}
		}
	}
	return schema{"required": []any{name}}
}

func (g generator) scalar(kind string) any {
	switch kind {
	case "string":
		return pick(g, "", "a", "b", "ab", "A", "abcd", "é", "2020-01-02", "1.2.3.4")
	case "integer":
		return pick[any](g, int64(-1), int64(0), int64(1), int64(2), int64(3), int64(4294967296))
	case "number":
		return pick[any](g, 0.5, -1.5, 1.0, 2.5, int64(0), int64(3))
	default:
		return g.often(0.5)
	}
}

// value makes an object for a schema, mostly a valid one.
func (g generator) value(s schema, there float64) any {
	if s["nullable"] == true && g.often(0.2) || g.often(0.02) {
		return nil
	}
	switch kind := s["type"].(string); kind {
	case "object":
		v := map[string]any{}
		for name := range sorted(properties(s)) {
			if g.often(there) {
				v[name] = g.value(properties(s)[name].(schema), there)
			}
		}
		return v
	case "array":
		v := []any{}
		for len(v) < 4 && g.often(0.6) {
			v = append(v, g.value(s["items"].(schema), there))
		}
		return v
	default:
		if e := list(s["enum"]); len(e) > 0 && g.often(0.9) {
			return pick(g, e...)
		}
		return g.scalar(kind)
	}
}

func list(v any) []any {
	l, _ := v.([]any)
	return l
}

// sorted goes through the properties in order.
func sorted(props schema) func(func(string) bool) {
	return func(yield func(string) bool) {
		for _, name := range slices.Sorted(maps.Keys(props)) {
			if !yield(name) {
				return
			}
		}
	}
}

// rule is a CEL expression about an object.
func (g generator) rule(self string, s schema, depth int) string {
	names := slices.Sorted(maps.Keys(properties(s)))
	if depth > 0 && g.often(0.7) {
		a, b := g.rule(self, s, depth-1), g.rule(self, s, depth-1)
		return pick(g, "("+a+" && "+b+")", "("+a+" || "+b+")", "!("+a+")", "("+a+" ? "+b+" : true)",
			"("+a+" ? 1 : 0) + ("+b+" ? 1 : 0) <= 1", "("+a+") == ("+b+")")
	}
	if len(names) == 0 {
		return pick(g, "true", "size("+self+") < 3")
	}
	name := pick(g, names...)
	field, p := self+"."+name, properties(s)[name].(schema)
	has := "has(" + field + ")"
	if g.often(0.4) {
		return has
	}
	test := g.test(field, p)
	if g.often(0.7) {
		return pick(g, "!"+has+" || "+test, has+" && "+test, "("+has+" ? "+test+" : true)")
	}
	return test
}

func (g generator) test(value string, s schema) string {
	switch s["type"] {
	case "string":
		return pick(g, value+" == '"+g.scalar("string").(string)+"'", value+` != "a"`, value+".startsWith('a')", "size("+value+") < 3",
			value+".size() > 0", value+" in ['a', 'b']", value+".matches('^[a-z]*$')")
	case "integer", "number":
		return pick(g, value+" > 0", "0 <= "+value, value+" == 1", value+" < 3", value+" + 1 > 1")
	case "boolean":
		return pick(g, value, "!"+value, value+" == true")
	case "array":
		items := s["items"].(schema)
		x := pick(g, "x", "y")
		inner := g.test(x, items)
		if items["type"] == "object" {
			inner = g.rule(x, items, 1)
		}
		return pick(g, value+".all("+x+", "+inner+")", value+".exists("+x+", "+inner+")", "size("+value+") <= 2")
	default:
		return g.rule(value, s, 1)
	}
}

// mutate changes the new schema in one to three places.
func (g generator) mutate(old, new schema) {
	for range 1 + g.IntN(3) {
		g.change(g.place(new))
	}
	if g.often(0.6) {
		r := g.rule("self", new, 2)
		if rules := rulesOf(old); len(rules) > 0 && g.often(0.7) {
			r = pick(g, "("+rules[0]+") || ("+r+")", "("+r+") || ("+rules[0]+")", "("+rules[0]+") && true", "(("+r+") ? ("+rules[0]+") : true)")
		}
		new["x-kubernetes-validations"] = append(list(new["x-kubernetes-validations"]), schema{"rule": r})
	}
	for _, s := range []schema{old, new} {
		g.settle(s)
	}
}

func (g generator) change(s schema) {
	if s["type"] != "object" || g.often(0.3) {
		g.keyword(s)
		return
	}
	switch g.IntN(4) {
	case 0, 1:
		p := g.schema(0)
		properties(s)[pick(g, "e", "f")] = p
		if e := pick(g, "anyOf", "oneOf"); s[e] != nil {
			s[e] = append(list(s[e]), g.branch(s))
		}
	case 2:
		g.keyword(s)
	case 3:
		delete(s, "required")
	}
}

// place finds a schema below a schema.
func (g generator) place(s schema) schema {
	if items, ok := s["items"].(schema); ok && g.often(0.8) {
		return g.place(items)
	}
	if names := slices.Sorted(maps.Keys(properties(s))); len(names) > 0 && g.often(0.6) {
		return g.place(properties(s)[pick(g, names...)].(schema))
	}
	return s
}

// settle takes away defaults that are not valid: an API server refuses such a definition.
func (g generator) settle(s schema) {
	for _, p := range properties(s) {
		g.settle(p.(schema))
	}
	if items, ok := s["items"].(schema); ok {
		g.settle(items)
	}
	d, ok := s["default"]
	if !ok {
		return
	}
	parsed := &spec.Schema{}
	if err := json.Unmarshal([]byte(text(s)), parsed); err != nil || !validate.NewSchemaValidator(parsed, nil, "", strfmt.Default).Validate(d).IsValid() {
		delete(s, "default")
	}
}

// TestServer holds the test's server against what API servers do.
func TestServer(t *testing.T) {
	s := schema{"type": "object", "properties": schema{
		"a": schema{"type": "string"}, "d": schema{"type": "string", "default": "x"},
		"l": schema{"type": "array", "items": schema{"type": "string"}}, "n": schema{"type": "string", "nullable": true},
	}}
	for _, c := range []struct {
		object, stored any
		ok             bool
	}{
		{schema{"a": nil, "z": 1}, schema{"d": "x"}, true},
		{schema{"d": nil}, schema{"d": "x"}, true},
		{schema{"l": []any{nil}}, schema{"d": "x", "l": []any{nil}}, false},
		{schema{"n": nil}, schema{"d": "x", "n": nil}, true},
	} {
		was := fmt.Sprint(c.object)
		if stored, ok := newServer(t, s).take(c.object); ok != c.ok || !reflect.DeepEqual(stored, c.stored) {
			t.Errorf("%s is stored as %v, %v; want %v, %v", was, stored, ok, c.stored, c.ok)
		}
	}
}
