package diff_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/discovery"
)

// attribute is one field of the model with values that have different meanings. The first value is
// usually "not set". There must be a change from each value to each other one.
type attribute[T any] struct {
	// in returns a new value with every other attribute that can be set together with this one, so
	// that none of them hides the change.
	in     func() T
	values []any
	// oneWay: only changes to later values are tested.
	oneWay bool
	// notShape is the reason why the attribute is not compared. No change of it may then be
	// reported, so that the list stays correct.
	notShape string
}

type attributes[T any] map[string][]attribute[T]

// schemaAttributes has an entry for every field of discovery.Schema.
func schemaAttributes() attributes[discovery.Schema] {
	text := &discovery.Schema{Type: "string"}
	number := &discovery.Schema{Type: "integer"}
	return attributes[discovery.Schema]{
		"Type":        {{in: bare, values: []any{"", "string", "integer", "array", "object"}}, {in: scalar, values: []any{"string", "integer"}}},
		"Format":      {{in: scalar, values: []any{"", "uuid", "hostname"}}},
		"Ref":         {{in: bare, values: []any{"", "x.A", "x.B"}}, {in: reference, values: []any{"x.A", "x.B"}}},
		"Description": {{in: scalar, values: []any{"", "One.", "Two."}}, {in: reference, values: []any{"", "One.", "Two."}}},
		"Prose":       {{in: bare, values: []any{"", "1", "2"}}},
		"Facts":       {{in: scalar, notShape: "drawn from the description; TestNoFactIsSilent mutates its parts where they count"}},
		"Properties": {{in: object, values: []any{
			[]discovery.Field(nil), []discovery.Field{{Name: "a", Schema: text}}, []discovery.Field{{Name: "b", Schema: text}},
			[]discovery.Field{{Name: "a", Schema: number}}, []discovery.Field{{Name: "a", Schema: text, Required: true}},
			[]discovery.Field{{Name: "a", Schema: text}, {Name: "b", Schema: text}},
		}}},
		"RequiredElsewhere":    {{in: object, values: []any{[]string(nil), []string{"x"}, []string{"y"}, []string{"x", "y"}}}},
		"Items":                {{in: list, values: []any{(*discovery.Schema)(nil), text, number}}},
		"AdditionalProperties": {{in: mapping, values: []any{(*discovery.Schema)(nil), text, number}}},
		"Closed":               {{in: object, values: []any{false, true}}},
		"Default": {
			{in: scalar, values: []any{"", `"a"`, `"b"`}}, {in: reference, values: []any{"", `{"a":1}`, `{"a":2}`}},
			{in: scalar, values: []any{"", `""`, "0", "false", "{}"}}, {in: scalar, values: []any{"", "null"}, notShape: "null is not written into objects"},
		},
		"Enum":     {{in: scalar, values: []any{[]string(nil), []string{`"a"`}, []string{`"b"`}, []string{`"a"`, `"b"`}}}},
		"Nullable": {{in: scalar, values: []any{false, true}}, {in: object, values: []any{false, true}}, {in: reference, values: []any{false, true}}},
		"Deprecated": {{in: scalar, values: []any{false, true},
			notShape: "the decoder makes Facts.Deprecated of it"}},
		"Constraints": constraintValues(),
		"Extensions":  extensionValues(),
		"Residue":     {{in: scalar, values: []any{keywords(), keywords("title", `"a"`), keywords("title", `"b"`), keywords("title", `"a"`, "x", "1")}}},
	}
}

// constraintValues has each validation keyword with values of its type.
func constraintValues() (all []attribute[discovery.Schema]) {
	add := func(in func() discovery.Schema, name string, values ...string) {
		list := []any{keywords()}
		for _, v := range values {
			list = append(list, keywords(name, v))
		}
		all = append(all, attribute[discovery.Schema]{in: in, values: list})
	}
	add(scalar, "pattern", `"a"`, `"b"`)
	for _, name := range []string{"minimum", "maximum", "minLength", "maxLength", "multipleOf"} {
		add(scalar, name, "1", "2")
	}
	for _, name := range []string{"exclusiveMinimum", "exclusiveMaximum"} {
		add(scalar, name, "true")
	}
	for _, name := range []string{"minItems", "maxItems"} {
		add(list, name, "1", "2")
	}
	add(list, "uniqueItems", "true")
	for _, name := range []string{"minProperties", "maxProperties"} {
		add(object, name, "1", "2")
	}
	add(object, "not", `{"required":["a"]}`, `{"required":["b"]}`)
	for _, name := range []string{"oneOf", "anyOf", "allOf"} {
		add(object, name, `[{"required":["a"]}]`, `[{"required":["b"]}]`)
		add(scalar, name, `[{"maxLength":1}]`, `[{"maxLength":2}]`)
		add(bare, name, `[{"type":"string"}]`, `[{"type":"integer"}]`, `[{"type":"string"},{"type":"integer"}]`)
	}
	return all
}

// extensionValues has each x-kubernetes-* keyword that a rule compares, in a schema that can have
// it, and one unknown keyword.
func extensionValues() (all []attribute[discovery.Schema]) {
	add := func(in func() discovery.Schema, values ...[]discovery.Keyword) {
		list := make([]any, len(values))
		for i, v := range values {
			list[i] = v
		}
		all = append(all, attribute[discovery.Schema]{in: in, values: list})
	}
	const listType, keys, strategy, key = "x-kubernetes-list-type", "x-kubernetes-list-map-keys", "x-kubernetes-patch-strategy", "x-kubernetes-patch-merge-key"
	add(list, keywords(), keywords(listType, `"set"`), keywords(keys, `["a"]`, listType, `"map"`), keywords(keys, `["b"]`, listType, `"map"`),
		keywords(keys, `["a","b"]`, listType, `"map"`))
	add(list, keywords(), keywords(key, `"a"`, strategy, `"merge"`), keywords(key, `"b"`, strategy, `"merge"`))
	add(list, keywords(listType, `"atomic"`), keywords(listType, `"atomic"`, strategy, `"merge"`), keywords(key, `"a"`, listType, `"atomic"`, strategy, `"merge"`))
	add(object, keywords(), keywords(strategy, `"retainKeys"`), keywords(strategy, `"merge"`))
	for _, in := range []func() discovery.Schema{object, mapping, reference} {
		add(in, keywords(), keywords("x-kubernetes-map-type", `"atomic"`))
	}
	add(object, keywords(), keywords("x-kubernetes-unions", `[{"fields-to-discriminateBy":{"a":"A"}}]`), keywords("x-kubernetes-unions", `[{"fields-to-discriminateBy":{"b":"B"}}]`))
	add(object, keywords(), keywords("x-kubernetes-selectable-fields", `[{"fieldPath":"a"}]`), keywords("x-kubernetes-selectable-fields", `[{"fieldPath":"b"}]`))
	add(scalar, keywords(), keywords("x-kubernetes-validations", `[{"rule":"self == 'a'"}]`), keywords("x-kubernetes-validations", `[{"rule":"self == 'b'"}]`))
	for _, name := range []string{"x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource"} {
		add(object, keywords(), keywords(name, "true"))
	}
	add(bare, keywords(), keywords("x-kubernetes-int-or-string", "true"))
	add(scalar, keywords(), keywords("x-vendor-a", "1"), keywords("x-vendor-a", "2"), keywords("x-vendor-b", "1"), keywords("x-vendor-a", "1", "x-vendor-b", "1"))
	return all
}

// TestNothingOfASchemaIsSilent changes every attribute of a schema, in every place where a schema
// can be.
func TestNothingOfASchemaIsSilent(t *testing.T) {
	t.Parallel()
	positions := map[string]func(s *discovery.Schema) *discovery.Schema{
		"the body of a kind": func(s *discovery.Schema) *discovery.Schema { return s },
		"a property":         func(s *discovery.Schema) *discovery.Schema { return with("x", s) },
		"below status":       func(s *discovery.Schema) *discovery.Schema { return with("status", with("x", s)) },
		"the items of a list": func(s *discovery.Schema) *discovery.Schema {
			return with("x", &discovery.Schema{Type: "array", Items: s})
		},
		"the values of a map": func(s *discovery.Schema) *discovery.Schema {
			return with("x", &discovery.Schema{Type: "object", AdditionalProperties: s})
		},
	}
	for position, put := range positions {
		t.Run(position, func(t *testing.T) {
			t.Parallel()
			holdAttributes(t, schemaAttributes(), func(old, new discovery.Schema) []diff.Change {
				return compareBodies(put(&old), put(&new))
			})
		})
	}
}

// TestNothingOfAFieldIsSilent changes every attribute of a property in its object.
func TestNothingOfAFieldIsSilent(t *testing.T) {
	t.Parallel()
	in := func() discovery.Field {
		s := scalar()
		return discovery.Field{Name: "x", Required: true, Schema: &s}
	}
	holdAttributes(t, attributes[discovery.Field]{
		"Name":     {{in: in, values: []any{"x", "y"}}},
		"Required": {{in: in, values: []any{false, true}}},
		"Schema":   {{in: in, values: []any{&discovery.Schema{Type: "string"}, &discovery.Schema{Type: "integer"}}}},
	}, func(old, new discovery.Field) []diff.Change {
		return compareBodies(&discovery.Schema{Type: "object", Properties: []discovery.Field{old}}, &discovery.Schema{Type: "object", Properties: []discovery.Field{new}})
	})
}

// TestNoFactIsSilent changes the facts from the description of a property of a built-in type.
func TestNoFactIsSilent(t *testing.T) {
	t.Parallel()
	in := func() discovery.Facts {
		return discovery.Facts{Stage: discovery.Beta, Gates: []string{"SomeGate"}}
	}
	holdAttributes(t, attributes[discovery.Facts]{
		"Deprecated": {{in: in, values: []any{false, true}}},
		// A description that no longer mentions a deprecation is only reworded.
		"Mentions":  {{in: in, values: []any{false, true}, oneWay: true}},
		"Stage":     {{in: in, values: []any{discovery.StabilityUnknown, discovery.Alpha, discovery.Beta}}},
		"Gates":     {{in: in, values: []any{[]string(nil), []string{"GateA"}, []string{"GateB"}, []string{"GateA", "GateB"}}}},
		"Inherited": {{in: in, values: []any{false, true}, notShape: "says whose stage and gates these are"}},
	}, func(old, new discovery.Facts) []diff.Change {
		builtIn := func(f discovery.Facts) *discovery.Surface {
			s := surfaceWith(resource(), with("x", &discovery.Schema{Type: "string", Facts: f}))
			s.Groups[0].Versions[0].Enforcement = discovery.ByCode
			return s
		}
		return compare(builtIn(old), builtIn(new))
	})
}

// TestNothingOfAResourceIsSilent changes every attribute of a resource.
func TestNothingOfAResourceIsSilent(t *testing.T) {
	t.Parallel()
	names := []any{[]string(nil), []string{"a"}, []string{"b"}, []string{"a", "b"}}
	parameters := []any{map[string][]string{}, map[string][]string{"list": {"a"}}, map[string][]string{"list": {"b"}}, map[string][]string{"get": {"a"}}}
	verbs := []any{[]string{"get"}, []string{"list"}, []string{"get", "list"}}
	kinds := []any{(*discovery.GroupVersion)(nil), &discovery.GroupVersion{Group: "a", Version: "v1"}, &discovery.GroupVersion{Group: "a", Version: "v2"}}
	holdAttributes(t, attributes[discovery.Resource]{
		"Name":             {{in: resource, values: []any{"gadgets", "widgets"}}},
		"Kind":             {{in: resource, values: []any{"Gadget", "Widget"}}},
		"KindGroupVersion": {{in: resource, values: kinds}},
		"Singular":         {{in: resource, values: []any{"", "a", "b"}}},
		"ShortNames":       {{in: resource, values: names}},
		"Categories":       {{in: resource, values: names}},
		"Scope":            {{in: resource, values: []any{discovery.Namespaced, discovery.Cluster}}},
		"Verbs":            {{in: resource, values: verbs}},
		"Subresources": {{in: resource, values: []any{
			[]discovery.Subresource(nil), []discovery.Subresource{{Name: "a"}}, []discovery.Subresource{{Name: "b"}}, []discovery.Subresource{{Name: "a"}, {Name: "b"}},
		}}},
		"Parameters": {{in: resource, values: parameters}},
		"Schema":     {{in: resource, values: []any{"x.A", "x.B"}}},
		"Disabled":   {{in: resource, values: []any{false, true}}},
		"Lifecycle":  {{in: resource, notShape: "a plan; TestNoDeprecationIsSilent mutates its parts"}},
		"DeprecationWarning": {{in: resource, values: []any{"", "Use a.", "Use b."},
			notShape: "a text for people; DeprecatedHere is what it is about"}},
		"DeprecatedHere": {{in: resource, values: []any{false, true}}},
		"Custom": {{in: resource, values: []any{(*discovery.CustomResource)(nil), &discovery.CustomResource{StorageVersion: "v1"}},
			notShape: "whether a source shows the definition says nothing of the API; TestNothingOfADefinitionIsSilent mutates its parts"}},
	}, compareResources)

	t.Run("subresource", func(t *testing.T) {
		t.Parallel()
		in := func() discovery.Subresource {
			return discovery.Subresource{
				Name: "scale", Kind: "Scale", KindGroupVersion: &discovery.GroupVersion{Group: "a", Version: "v1"}, Verbs: []string{"get", "list"},
				Parameters: map[string][]string{"get": {"pretty"}}, Schema: "x.A",
			}
		}
		holdAttributes(t, attributes[discovery.Subresource]{
			"Name":             {{in: in, values: []any{"log", "scale"}}},
			"Kind":             {{in: in, values: []any{"Log", "Scale"}}},
			"KindGroupVersion": {{in: in, values: kinds}},
			"Verbs":            {{in: in, values: verbs}},
			"Parameters":       {{in: in, values: parameters}},
			"Schema":           {{in: in, values: []any{"x.A", "x.B"}}},
		}, func(old, new discovery.Subresource) []diff.Change {
			was, is := resource(), resource()
			was.Subresources, is.Subresources = []discovery.Subresource{old}, []discovery.Subresource{new}
			return compareResources(was, is)
		})
	})
}

// TestNoDeprecationIsSilent changes the lifecycle of a resource.
func TestNoDeprecationIsSilent(t *testing.T) {
	t.Parallel()
	now, next := release, discovery.Release{Major: release.Major, Minor: release.Minor + 1}
	in := func() discovery.Lifecycle { return discovery.Lifecycle{Deprecated: now, Removed: next} }
	holdAttributes(t, attributes[discovery.Lifecycle]{
		"Introduced": {{in: in, values: []any{discovery.Release{}, now}, notShape: "history, which both sides share"}},
		"Deprecated": {{in: in, values: []any{next, now}}},
		"Withdrawn":  {{in: in, values: []any{next, now}}},
		"Removed":    {{in: in, values: []any{discovery.Release{}, next}, notShape: "a plan; when the version goes, it goes from the resources"}},
		"Replacement": {{in: in, values: []any{(*discovery.GroupVersionKind)(nil), &discovery.GroupVersionKind{Group: "a"}},
			notShape: "advice that goes with the deprecation"}},
	}, func(old, new discovery.Lifecycle) []diff.Change {
		was, is := resource(), resource()
		was.Lifecycle, is.Lifecycle = old, new
		return compareResources(was, is)
	})
}

// TestNothingOfADefinitionIsSilent changes the attributes of a CustomResourceDefinition that its
// API does not show.
func TestNothingOfADefinitionIsSilent(t *testing.T) {
	t.Parallel()
	in := func() discovery.CustomResource {
		return discovery.CustomResource{
			Versions: []string{"v1", "v2"}, StorageVersion: "v1", StoredVersions: []string{"v1"}, Conversion: "None", PrinterColumns: []string{"A string .a"},
		}
	}
	webhook := func(addresses ...string) (all []any) {
		for _, a := range addresses {
			all = append(all, &discovery.ConversionWebhook{Address: a, CABundle: a, ReviewVersions: []string{a}})
		}
		return all
	}
	stored := func() discovery.CustomResource {
		c := in()
		c.StoredVersions = []string{"v1", "v2"}
		return c
	}
	holdAttributes(t, attributes[discovery.CustomResource]{
		"Versions": {
			{in: stored, values: []any{[]string{"v1", "v2"}, []string{"v1"}, []string{"v2"}}, oneWay: true},
			// A new version that is not served is not part of the API.
			{in: in, values: []any{[]string{"v1", "v2"}, []string{"v1"}}, oneWay: true},
		},
		"StorageVersion": {{in: in, values: []any{"v1", "v2"}}},
		"StoredVersions": {{in: in, values: []any{[]string(nil), []string{"v1"}, []string{"v1", "v2"}},
			notShape: "what a cluster has in etcd, not what its API is"}},
		"Conversion": {{in: in, values: []any{"None", "Webhook"}}},
		"Webhook": {
			{in: in, values: webhook("a", "b")},
			{in: in, values: []any{(*discovery.ConversionWebhook)(nil), &discovery.ConversionWebhook{Address: "a"}}, notShape: "a side that does not tell; Conversion tells whether there is one"},
		},
		"ListKind": {
			{in: in, values: []any{"WidgetList", "Widgets"}},
			{in: in, values: []any{"", "WidgetList"}, notShape: "a side that does not tell"},
		},
		"Scale": {
			{in: in, values: []any{
				&discovery.Scale{SpecReplicas: "a"}, &discovery.Scale{SpecReplicas: "b"}, &discovery.Scale{SpecReplicas: "b", StatusReplicas: "b"},
				&discovery.Scale{SpecReplicas: "b", StatusReplicas: "b", LabelSelector: "b"}, &discovery.Scale{SpecReplicas: "b", StatusReplicas: "b", LabelSelector: "c"},
			}},
			{in: in, values: []any{(*discovery.Scale)(nil), &discovery.Scale{SpecReplicas: "a"}}, notShape: "a side that does not tell; Subresources tells whether there is one"},
		},
		"PrinterColumns": {
			{in: in, values: []any{[]string{"A string .a"}, []string{"A string .b"}, []string{"A string .a", "B string .b"}, []string{"B string .b", "A string .a"}}},
			{in: in, values: []any{[]string(nil), []string{"A string .a"}}, notShape: "a side that does not tell: a definition always has columns"},
		},
	}, func(old, new discovery.CustomResource) []diff.Change {
		was, is := resource(), resource()
		was.Custom, is.Custom = &old, &new
		return compareResources(was, is)
	})
}

// holdAttributes checks that every field of T has an entry, that equal values give no change, and
// that each change of a value is reported.
func holdAttributes[T any](t *testing.T, all attributes[T], compare func(old, new T) []diff.Change) {
	t.Helper()
	model := reflect.TypeFor[T]()
	for name := range all {
		if _, ok := model.FieldByName(name); !ok {
			t.Errorf("%s has no attribute %s", model, name)
		}
	}
	for field := range model.Fields() {
		entries := all[field.Name]
		if len(entries) == 0 {
			t.Errorf("%s.%s is new: say which values of it mean different things, or why it is no part of what is compared", model, field.Name)
		}
		for _, a := range entries {
			if changes := compare(a.in(), a.in()); len(changes) > 0 {
				t.Errorf("%s: two that are equal differ: %s", model, changes[0].Message)
			}
			holdValues(t, field, a, compare)
		}
	}
}

func holdValues[T any](t *testing.T, field reflect.StructField, a attribute[T], compare func(old, new T) []diff.Change) {
	t.Helper()
	set := func(value any) T {
		v := a.in()
		reflect.ValueOf(&v).Elem().FieldByIndex(field.Index).Set(reflect.ValueOf(value))
		return v
	}
	var silent []string
	for i, was := range a.values {
		for j, is := range a.values {
			if i == j || a.oneWay && i > j {
				continue
			}
			changes := compare(set(was), set(is))
			if a.notShape != "" && len(changes) > 0 {
				t.Errorf("%s is called no part of the shape (%s), but it is compared: %s", field.Name, a.notShape, changes[0].Message)
			}
			if a.notShape == "" && len(changes) == 0 {
				silent = append(silent, "from "+show(was)+" to "+show(is))
			}
		}
	}
	if len(silent) > 0 {
		t.Errorf("%s changed in silence:\n\t%s", field.Name, strings.Join(silent, "\n\t"))
	}
}

func show(v any) string {
	text, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// The schemas in which attributes are set. Each has every attribute that such a schema can have.

func bare() discovery.Schema { return discovery.Schema{} }

func scalar() discovery.Schema {
	return discovery.Schema{
		Type: "string", Format: "uuid", Description: "A text.", Default: `"a"`, Enum: []string{`"a"`}, Nullable: true,
		Constraints: keywords("maxLength", "9", "pattern", `"x"`), Extensions: keywords("x-vendor", "1"), Residue: keywords("title", `"A"`),
	}
}

func object() discovery.Schema {
	text, number := scalar(), discovery.Schema{Type: "integer"}
	return discovery.Schema{
		Type: "object", Description: "An object.", Properties: []discovery.Field{{Name: "n", Schema: &number}, {Name: "t", Required: true, Schema: &text}},
		RequiredElsewhere: []string{"z"}, Default: `{"n":1}`, Constraints: keywords("minProperties", "1"),
		Extensions: keywords("x-kubernetes-map-type", `"granular"`, "x-kubernetes-validations", `[{"rule":"self.n > 0"}]`),
	}
}

func mapping() discovery.Schema {
	text := scalar()
	return discovery.Schema{Type: "object", Description: "A map.", AdditionalProperties: &text, Constraints: keywords("maxProperties", "9")}
}

func list() discovery.Schema {
	item := object()
	return discovery.Schema{Type: "array", Description: "A list.", Items: &item, Constraints: keywords("maxItems", "9")}
}

func reference() discovery.Schema {
	return discovery.Schema{Ref: "x.A", Description: "A part.", Default: `{"a":1}`}
}

func keywords(namesAndValues ...string) (list []discovery.Keyword) {
	for i := 0; i < len(namesAndValues); i += 2 {
		list = append(list, discovery.Keyword{Name: namesAndValues[i], Value: namesAndValues[i+1]})
	}
	return list
}

func with(name string, s *discovery.Schema) *discovery.Schema {
	return &discovery.Schema{Type: "object", Properties: []discovery.Field{{Name: name, Schema: s}}}
}

func resource() discovery.Resource {
	return discovery.Resource{
		Name: "widgets", Kind: "Widget", Singular: "widget", ShortNames: []string{"w"}, Categories: []string{"all"}, Scope: discovery.Namespaced,
		Verbs: []string{"get", "list"}, Parameters: map[string][]string{"list": {"limit"}}, Schema: "x.Widget",
	}
}

var release = discovery.Release{Major: 1, Minor: 30}

func compareBodies(old, new *discovery.Schema) []diff.Change {
	return compare(surfaceWith(resource(), old), surfaceWith(resource(), new))
}

func compareResources(old, new discovery.Resource) []diff.Change {
	body := func() *discovery.Schema { s := object(); return &s }
	return compare(surfaceWith(old, body()), surfaceWith(new, body()))
}

func compare(old, new *discovery.Surface) []diff.Change {
	return diff.Compare(old, new, diff.Options{Descriptions: true}).Changes
}

// surfaceWith returns a surface with one resource and complete data.
func surfaceWith(r discovery.Resource, body *discovery.Schema) *discovery.Surface {
	s := &discovery.Surface{
		Source: discovery.SourceSnapshot, Release: release,
		Groups: []discovery.Group{{Name: "x", Preferred: "v1", Versions: []discovery.Version{
			{Name: "v1", Enforcement: discovery.BySchema, Resources: []discovery.Resource{r}},
		}}},
		Schemas: map[string]*discovery.Schema{
			"x.Widget": body,
			"x.A":      with("a", &discovery.Schema{Type: "integer"}),
			"x.B":      with("b", &discovery.Schema{Type: "integer"}),
		},
	}
	for i := range reflect.TypeFor[discovery.Fidelity]().NumField() {
		reflect.ValueOf(&s.Fidelity).Elem().Field(i).Set(reflect.ValueOf(discovery.All))
	}
	return s
}
