package diff_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"sigs.k8s.io/yaml"

	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/crd"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
)

// sample is a definition in which every field of the type can be set.
const sample = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList, shortNames: [w], categories: [all]}
  conversion:
    strategy: Webhook
    webhook:
      conversionReviewVersions: [v1]
      clientConfig: {service: {namespace: widgets, name: webhook, path: /convert, port: 443}, caBundle: aGVsbG8=}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}, scale: {specReplicasPath: .spec.number, statusReplicasPath: .status.a, labelSelectorPath: .status.b}}
    additionalPrinterColumns: [{name: A, type: string, jsonPath: .spec.a}]
    selectableFields: [{jsonPath: .spec.text}]
    schema:
      openAPIV3Schema:
        type: object
        properties:
          metadata: {type: object, properties: {name: {type: string}}}
          spec:
            type: object
            properties:
              text: {type: string}
              number: {type: integer, minimum: 1, maximum: 9}
              union: {x-kubernetes-int-or-string: true}
              list: {type: array, items: {type: string}}
              items:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [a]
                items: {type: object, required: [a, b], properties: {a: {type: string}, b: {type: string}}}
              object: {type: object, properties: {a: {type: string}, b: {type: string}}}
              open: {type: object, x-kubernetes-preserve-unknown-fields: true}
              map: {type: object, additionalProperties: {type: string}}
              ruled: {type: string, x-kubernetes-validations: [{rule: self != 'a', message: m}]}
          status: {type: object, properties: {a: {type: integer}, b: {type: string}}}
  - {name: v2, served: true, storage: false, schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object}}}}}
`

// mutation changes one field of a definition, or gives the reason why it is not compared.
type mutation struct {
	// at is the place in the sample that has the field, or else field. old and new are its values
	// in YAML, "" for none.
	at, field, old, new string
	// there and back are the strongest severities from old to new and from new to old; "" if
	// another test checks that.
	there, back rule.Severity
	// reason is the reason why the field is not compared.
	reason string
}

const (
	atVersion = "spec.versions.0"
	atColumn  = atVersion + ".additionalPrinterColumns.0"
	atScale   = atVersion + ".subresources.scale"
	atClient  = "spec.conversion.webhook.clientConfig"
	atSpec    = atVersion + ".schema.openAPIV3Schema.properties.spec"
	atText    = atSpec + ".properties.text"
	atNumber  = atSpec + ".properties.number"
	atList    = atSpec + ".properties.list"
	atItems   = atSpec + ".properties.items"
	atObject  = atSpec + ".properties.object"
	atOpen    = atSpec + ".properties.open"
	atMap     = atSpec + ".properties.map"
	atRule    = atSpec + ".properties.ruled.x-kubernetes-validations.0"
	atName    = atVersion + ".schema.openAPIV3Schema.properties.metadata.properties.name"

	refused = "the API server refuses it in a definition"
	words   = "words for people, which change no object"
)

// definitionFields has an entry for each field of the types of a definition.
func definitionFields() map[string][]mutation {
	const (
		breaking, risky, deprecation = rule.Breaking, rule.Risky, rule.Deprecation
		addition, info               = rule.Addition, rule.Info
	)
	return map[string][]mutation{
		"CustomResourceDefinition.apiVersion": {{reason: "v1beta1 is brought into v1's form"}},
		"CustomResourceDefinition.kind":       {{reason: "a document of another kind is no definition"}},
		"CustomResourceDefinition.metadata":   {{reason: "the name is spec's plural and group; labels and annotations are of the definition, not of its API"}},
		"CustomResourceDefinition.spec":       nil,
		"CustomResourceDefinition.status":     {{reason: "a server writes it; storedVersions counts for the rules stored-version-dropped and version-dropped"}},

		"CustomResourceDefinitionSpec.group":                 {{at: "spec", old: "example.com", new: "example.org", there: breaking, back: breaking}},
		"CustomResourceDefinitionSpec.scope":                 {{at: "spec", old: "Namespaced", new: "Cluster", there: breaking, back: breaking}},
		"CustomResourceDefinitionSpec.preserveUnknownFields": {{at: "spec", old: "true", new: "false", there: breaking, back: info}},
		"CustomResourceDefinitionSpec.conversion":            {{at: "spec", old: "{strategy: None}", new: "{strategy: Webhook}", there: risky, back: risky}},
		"CustomResourceDefinitionSpec.names":                 nil,
		"CustomResourceDefinitionSpec.versions":              nil,

		"CustomResourceDefinitionNames.plural":     {{at: "spec.names", old: "widgets", new: "gadgets", there: breaking, back: breaking}},
		"CustomResourceDefinitionNames.singular":   {{at: "spec.names", old: "widget", new: "gadget", there: risky, back: risky}, {at: "spec.names", old: "", new: "gadget", there: risky, back: risky}},
		"CustomResourceDefinitionNames.kind":       {{at: "spec.names", old: "Widget", new: "Gadget", there: breaking, back: breaking}},
		"CustomResourceDefinitionNames.listKind":   {{at: "spec.names", old: "WidgetList", new: "Widgets", there: risky, back: risky}, {at: "spec.names", old: "", new: "Widgets", there: risky, back: risky}},
		"CustomResourceDefinitionNames.shortNames": {{at: "spec.names", old: "[w]", new: "[w, wi]", there: info, back: risky}},
		"CustomResourceDefinitionNames.categories": {{at: "spec.names", old: "[all]", new: "[all, some]", there: info, back: risky}},

		"CustomResourceDefinitionVersion.name":                     {{at: atVersion, old: "v1", new: "v3", there: breaking, back: breaking}},
		"CustomResourceDefinitionVersion.served":                   {{at: "spec.versions.1", old: "true", new: "false", there: breaking, back: risky}},
		"CustomResourceDefinitionVersion.storage":                  {{at: "spec.versions.1", old: "false", new: "true", there: risky, back: risky}},
		"CustomResourceDefinitionVersion.deprecated":               {{at: atVersion, old: "false", new: "true", there: deprecation, back: info}},
		"CustomResourceDefinitionVersion.deprecationWarning":       {{reason: words + "; deprecated tells that the version is"}},
		"CustomResourceDefinitionVersion.schema":                   nil,
		"CustomResourceDefinitionVersion.subresources":             nil,
		"CustomResourceDefinitionVersion.additionalPrinterColumns": {{at: atVersion, old: "[]", new: "[{name: A, type: string, jsonPath: .spec.a}]", there: info, back: info}},
		"CustomResourceDefinitionVersion.selectableFields":         {{at: atVersion, old: "", new: "[{jsonPath: .spec.text}]", there: addition, back: breaking}},

		"CustomResourceColumnDefinition.name":        {{at: atColumn, old: "A", new: "B", there: info, back: info}},
		"CustomResourceColumnDefinition.type":        {{at: atColumn, old: "string", new: "integer", there: info, back: info}},
		"CustomResourceColumnDefinition.format":      {{at: atColumn, old: "", new: "date", there: info, back: info}},
		"CustomResourceColumnDefinition.jsonPath":    {{at: atColumn, old: ".spec.a", new: ".spec.b", there: info, back: info}},
		"CustomResourceColumnDefinition.priority":    {{at: atColumn, old: "", new: "1", there: info, back: info}, {reason: "1 and 2 mean the same to kubectl: with -o wide"}},
		"CustomResourceColumnDefinition.description": {{reason: words}},

		"SelectableField.jsonPath": {{at: atVersion + ".selectableFields.0", old: ".spec.text", new: ".spec.number", there: breaking, back: breaking}},

		"CustomResourceSubresources.status":                 {{at: atVersion + ".subresources", old: "", new: "{}", there: risky, back: breaking}},
		"CustomResourceSubresources.scale":                  {{at: atVersion + ".subresources", old: "", new: "{specReplicasPath: .spec.number, statusReplicasPath: .status.a}", there: risky, back: breaking}},
		"CustomResourceSubresourceScale.specReplicasPath":   {{at: atScale, old: ".spec.number", new: ".spec.other", there: breaking, back: breaking}},
		"CustomResourceSubresourceScale.statusReplicasPath": {{at: atScale, old: ".status.a", new: ".status.c", there: risky, back: risky}},
		"CustomResourceSubresourceScale.labelSelectorPath": {
			{at: atScale, old: ".status.b", new: ".status.c", there: risky, back: risky}, {at: atScale, old: "", new: ".status.b", there: info, back: breaking},
		},

		"CustomResourceConversion.strategy":          {{at: "spec.conversion", old: "None", new: "Webhook", there: risky, back: risky}},
		"CustomResourceConversion.webhook":           nil,
		"WebhookConversion.clientConfig":             nil,
		"WebhookConversion.conversionReviewVersions": {{at: "spec.conversion.webhook", old: "[v1]", new: "[v1, v1beta1]", there: info, back: risky}},
		"WebhookClientConfig.caBundle":               {{at: atClient, old: "aGVsbG8=", new: "d29ybGQ=", there: info, back: info}, {at: atClient, old: "", new: "d29ybGQ=", there: info, back: risky}},
		"WebhookClientConfig.service":                nil,
		"WebhookClientConfig.url":                    {{at: "spec.conversion.webhook", field: "clientConfig", old: "{url: 'https://a.example.com'}", new: "{url: 'https://b.example.com'}", there: risky, back: risky}},
		"ServiceReference.name":                      {{at: atClient + ".service", old: "a", new: "b", there: risky, back: risky}},
		"ServiceReference.namespace":                 {{at: atClient + ".service", old: "a", new: "b", there: risky, back: risky}},
		"ServiceReference.path":                      {{at: atClient + ".service", old: "", new: "/b", there: risky, back: risky}},
		"ServiceReference.port":                      {{at: atClient + ".service", old: "", new: "8443", there: risky, back: risky}},
		"CustomResourceValidation.openAPIV3Schema":   nil,

		"JSONSchemaProps.$ref":              {{reason: refused}},
		"JSONSchemaProps.$schema":           {{reason: refused}},
		"JSONSchemaProps.id":                {{reason: refused}},
		"JSONSchemaProps.additionalItems":   {{reason: refused}},
		"JSONSchemaProps.definitions":       {{reason: refused}},
		"JSONSchemaProps.dependencies":      {{reason: refused}},
		"JSONSchemaProps.patternProperties": {{reason: refused}},
		"JSONSchemaProps.title":             {{reason: words}},
		"JSONSchemaProps.example":           {{reason: words}},
		"JSONSchemaProps.externalDocs":      {{reason: words}},

		"JSONSchemaProps.additionalProperties": {
			{at: atMap, old: "{type: string}", new: "{type: integer}", there: breaking, back: breaking},
			{at: atMap, old: "{type: string}", new: "{type: string, maxLength: 9}", there: breaking, back: info},
			{at: atMap, old: "true", new: "{type: string}", there: breaking, back: info},
		},
		"JSONSchemaProps.allOf":            {{at: atText, old: "", new: "[{maxLength: 9}]", there: breaking, back: info}},
		"JSONSchemaProps.anyOf":            {{at: atText, old: "", new: "[{maxLength: 9}]", there: breaking, back: info}},
		"JSONSchemaProps.oneOf":            {{at: atText, old: "", new: "[{maxLength: 9}]", there: breaking, back: info}},
		"JSONSchemaProps.not":              {{at: atText, old: "", new: "{maxLength: 9}", there: breaking, back: info}},
		"JSONSchemaProps.default":          {{at: atText, old: "", new: "a", there: risky, back: breaking}, {at: atText, old: "a", new: "b", there: breaking, back: breaking}},
		"JSONSchemaProps.description":      {{at: atText, old: "One.", new: "Two.", there: info, back: info}},
		"JSONSchemaProps.enum":             {{at: atText, old: "", new: "[a]", there: breaking, back: risky}, {at: atText, old: "[a]", new: "[a, b]", there: risky, back: breaking}},
		"JSONSchemaProps.exclusiveMaximum": {{at: atNumber, old: "", new: "true", there: breaking, back: info}},
		"JSONSchemaProps.exclusiveMinimum": {{at: atNumber, old: "", new: "true", there: breaking, back: info}},
		"JSONSchemaProps.format":           {{at: atText, old: "", new: "ipv4", there: breaking, back: info}},
		"JSONSchemaProps.items":            {{at: atList, old: "{type: string}", new: "{type: integer}", there: breaking, back: breaking}},
		"JSONSchemaProps.maxItems":         {{at: atList, old: "", new: "9", there: breaking, back: info}},
		"JSONSchemaProps.maxLength":        {{at: atText, old: "", new: "9", there: breaking, back: info}, {at: atName, old: "", new: "9", there: breaking, back: info}},
		"JSONSchemaProps.maxProperties":    {{at: atMap, old: "", new: "9", there: breaking, back: info}},
		"JSONSchemaProps.maximum":          {{at: atNumber, old: "9", new: "8", there: breaking, back: info}},
		"JSONSchemaProps.minItems":         {{at: atList, old: "", new: "1", there: breaking, back: info}},
		"JSONSchemaProps.minLength":        {{at: atText, old: "", new: "1", there: breaking, back: info}, {at: atName, old: "", new: "9", there: breaking, back: info}},
		"JSONSchemaProps.minProperties":    {{at: atMap, old: "", new: "1", there: breaking, back: info}},
		"JSONSchemaProps.minimum":          {{at: atNumber, old: "1", new: "2", there: breaking, back: info}},
		"JSONSchemaProps.multipleOf":       {{at: atNumber, old: "", new: "2", there: breaking, back: info}},
		"JSONSchemaProps.nullable":         {{at: atText, old: "", new: "true", there: info, back: breaking}},
		"JSONSchemaProps.pattern":          {{at: atText, old: "", new: "^a", there: breaking, back: info}, {at: atName, old: "", new: "^a", there: breaking, back: info}},
		"JSONSchemaProps.properties": {
			{at: atObject, old: "{a: {type: string}}", new: "{a: {type: string}, b: {type: string}}", there: addition, back: breaking},
			{at: atOpen, old: "", new: "{b: {type: string}}", there: breaking},
		},
		"JSONSchemaProps.required":                       {{at: atObject, old: "", new: "[a]", there: breaking, back: info}},
		"JSONSchemaProps.type":                           {{at: atText, old: "string", new: "integer", there: breaking, back: breaking}},
		"JSONSchemaProps.uniqueItems":                    {{reason: refused}},
		"JSONSchemaProps.x-kubernetes-embedded-resource": {{at: atOpen, old: "", new: "true", there: breaking}},
		"JSONSchemaProps.x-kubernetes-int-or-string": {
			{at: atSpec + ".properties", field: "union", old: "{type: integer}", new: "{x-kubernetes-int-or-string: true}", there: info, back: breaking},
			{at: atSpec + ".properties", field: "union", old: "{type: string}", new: "{x-kubernetes-int-or-string: true}", there: info, back: breaking},
		},
		"JSONSchemaProps.x-kubernetes-list-map-keys": {{at: atItems, old: "[a]", new: "[a, b]", there: risky, back: breaking}, {at: atItems, old: "[a]", new: "[b]", there: breaking, back: breaking}},
		"JSONSchemaProps.x-kubernetes-list-type": {
			{at: atList, old: "", new: "set", there: breaking, back: risky}, {at: atItems, old: "atomic", new: "map", there: breaking, back: risky},
		},
		"JSONSchemaProps.x-kubernetes-map-type":                {{at: atObject, old: "", new: "atomic", there: risky, back: risky}},
		"JSONSchemaProps.x-kubernetes-preserve-unknown-fields": {{at: atObject, old: "", new: "true", there: info, back: breaking}},
		"JSONSchemaProps.x-kubernetes-validations":             nil,

		"ValidationRule.rule":              {{at: atRule, old: "self != 'a'", new: "self != 'b'", there: breaking, back: breaking}},
		"ValidationRule.message":           {{at: atRule, old: "", new: "m", there: info, back: info}},
		"ValidationRule.messageExpression": {{at: atRule, old: "", new: "self", there: info, back: info}},
		"ValidationRule.reason":            {{at: atRule, old: "", new: "FieldValueForbidden", there: info, back: info}},
		"ValidationRule.fieldPath":         {{at: atRule, old: "", new: ".a", there: info, back: info}},
		"ValidationRule.optionalOldSelf":   {{at: atRule, old: "", new: "true", there: breaking, back: info}},
	}
}

// TestNothingOfADefinitionsTypeIsSilent checks that definitionFields has every field of the API's
// types, and that each change of a definition is reported with its severity.
func TestNothingOfADefinitionsTypeIsSilent(t *testing.T) {
	t.Parallel()
	const root = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition"
	types := load(t, catalog.New(), discovery.Release{Major: 1, Minor: discovery.NewestMinor}.String())
	entries, seen := definitionFields(), map[string]bool{}
	var visit func(name string)
	visit = func(name string) {
		short := name[strings.LastIndexByte(name, '.')+1:]
		schema := types.Schemas[name]
		if schema == nil {
			t.Fatalf("the catalog has no %s", name)
		}
		for _, p := range schema.Properties {
			key := short + "." + p.Name
			list, ok := entries[key]
			if seen[key] {
				continue
			}
			seen[key] = true
			below := target(p.Schema)
			switch {
			case !ok:
				t.Errorf("%s is new: say what a change of it means, or why it is not compared", key)
			case below != "" && !slices.ContainsFunc(list, func(m mutation) bool { return m.reason != "" }):
				visit(below)
			case len(list) == 0:
				t.Errorf("%s has no change", key)
			}
			for _, m := range list {
				t.Run(key, m.hold(p.Name))
			}
		}
	}
	visit(root)
	for key := range entries {
		if !seen[key] {
			t.Errorf("the API has no field %s", key)
		}
	}
}

// target returns the type of a field, or of its items or values.
func target(s *discovery.Schema) string {
	for _, below := range []*discovery.Schema{s.Items, s.AdditionalProperties} {
		if below != nil {
			return below.Ref
		}
	}
	return s.Ref
}

func (m mutation) hold(field string) func(t *testing.T) {
	return func(t *testing.T) {
		if m.reason != "" {
			return
		}
		if m.field != "" {
			field = m.field
		}
		old, new := m.surface(t, field, m.old), m.surface(t, field, m.new)
		for _, way := range []struct {
			from, to *discovery.Surface
			want     rule.Severity
		}{{old, new, m.there}, {new, old, m.back}} {
			changes := diff.Compare(way.from, way.to, diff.Options{Descriptions: true}).Changes
			switch {
			case way.want == "":
			case len(changes) == 0:
				t.Errorf("changed in silence, between %q and %q", m.old, m.new)
			case changes[0].Severity != way.want:
				t.Errorf("between %q and %q: %s is called %s, want %s", m.old, m.new, changes[0].Message, changes[0].Severity, way.want)
			}
			for _, c := range changes {
				if strings.Contains(c.Message+c.Old+c.New, "aGVsbG8") {
					t.Errorf("the message shows a caBundle: %s", c.Message)
				}
			}
		}
	}
}

// surface reads the sample with a value in its place.
func (m mutation) surface(t *testing.T, field, value string) *discovery.Surface {
	t.Helper()
	var doc, v any
	for text, into := range map[string]*any{sample: &doc, value: &v} {
		if err := yaml.Unmarshal([]byte(text), into); err != nil {
			t.Fatal(err)
		}
	}
	at := doc
	for _, step := range strings.Split(m.at, ".") {
		if list, ok := at.([]any); ok {
			i, _ := strconv.Atoi(step)
			at = list[i]
		} else {
			at = at.(map[string]any)[step]
		}
	}
	if v == nil {
		delete(at.(map[string]any), field)
	} else {
		at.(map[string]any)[field] = v
	}
	text, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	found, err := crd.Read("crd.json", text)
	if err != nil {
		t.Fatal(err)
	}
	s, err := crd.Surface(found.Definitions, openapi.NewDecoder())
	if err != nil {
		t.Fatal(err)
	}
	return s
}
