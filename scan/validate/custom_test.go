package validate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/crd"
	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/finding"
)

const widget = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Widget, plural: widgets}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          required: [spec]
          properties:
            spec:
              type: object
              required: [size]
              properties:
                size: {type: integer, minimum: 1, maximum: 9}
                name: {type: string, pattern: '^[a-z]+$', maxLength: 5}
                odd: {type: string, pattern: '^(?!x)'}
                port: {x-kubernetes-int-or-string: true, anyOf: [{type: integer}, {type: string}]}
                mode: {type: string, enum: [fast, slow], nullable: true}
                free: {type: object, x-kubernetes-preserve-unknown-fields: true}
                template: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}
                hosts: {type: array, x-kubernetes-list-type: set, items: {type: string}}
                either: {type: object, oneOf: [{required: [a]}, {required: [b]}], properties: {a: {type: string}, b: {type: string}}}
                filled: {type: object, required: [a], properties: {a: {type: string, default: x}, b: {type: integer}}}
                labels: {type: object, additionalProperties: {type: string}}
                every: {type: string, format: duration}
                at: {type: string, format: date-time}
                cidr: {type: string, format: cidr}
                url: {type: string, format: uri}
                host: {type: string, format: hostname}
                other: {type: string, format: semver}
                short: {type: string, format: k8s-short-name}
                few: {type: object, minProperties: 1, additionalProperties: {type: string}}
`

// properties is the beginning of a definition, to which its properties are added.
const properties = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  names: {kind: Widget, plural: widgets}
  scope: Cluster
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
`

func custom(t *testing.T) *Validator {
	t.Helper()
	return New(defined(t, widget), Options{Unknown: true})
}

// defined is the surface of a definition.
func defined(t *testing.T, definition string) *discovery.Surface {
	t.Helper()
	m, err := crd.Read("widgets.yaml", []byte(definition))
	if err != nil {
		t.Fatal(err)
	}
	s, err := crd.Surface(m.Definitions, openapi.NewDecoder())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestCustom checks what a CustomResourceDefinition can declare.
func TestCustom(t *testing.T) {
	v := custom(t)
	good := "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec:\n  size: 3\n  name: abc\n  odd: xyz\n  port: 80\n  mode: fast\n" +
		"  free: {anything: [1]}\n  template: {apiVersion: v1, kind: Pod, metadata: {}, spec: {}}\n  hosts: [a, b]\n  either: {a: x}\n"
	if found, _ := findings(t, v, good); len(found) > 0 {
		t.Errorf("a valid object: %+v", found)
	}
	bad := "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec:\n  size: 10\n  name: ABCDEFG\n  port: {}\n  mode: quick\n" +
		"  template: {kind: Pod}\n  hosts: [a, a]\n  either: {a: x, b: y}\n  sise: 3\n"
	var got strings.Builder
	found, _ := findings(t, v, bad)
	for _, f := range found {
		fmt.Fprintf(&got, "%d %s\n", f.Line, f.Message)
	}
	for _, want := range []string{
		"5 spec.size is not valid: number must be at most 9", "6 spec.name is not valid: maximum string length is 5",
		"6 spec.name is not valid: string doesn't match", "7 spec.port must be an integer or a string, not a map",
		"8 spec.mode must be one of fast, slow, not the string \"quick\"", "9 spec.template is a complete object, and must have apiVersion",
		"10 spec.hosts[1] is repeated: the list must not repeat a", "11 spec.either is not valid",
		"12 spec.sise is not a field of this object; did you mean size?",
	} {
		if !strings.Contains(got.String(), want) {
			t.Errorf("%q is not said:\n%s", want, got.String())
		}
	}
}

// TestMetadataTypes checks the types of metadata without the built-in schemas, and lists that no
// template can turn into a text.
func TestMetadataTypes(t *testing.T) {
	v := custom(t)
	for text, want := range map[string]string{
		"metadata: [a]\nspec: {size: 1}":                                    "metadata must be a map, not a list",
		"metadata: {name: a, labels: [a]}\nspec: {size: 1}":                 "metadata.labels must be a map, not a list",
		"metadata: {name: a, annotations: {b: {}}}\nspec: {size: 1}":        "metadata.annotations.b must be a string, not a map",
		"metadata: {name: a, finalizers: null, other: 1}\nspec: {size: 1}":  "",
		"metadata: {name: a}\nspec: {size: 1, name: ['${X}']}":              "spec.name must be a string, not a list",
		"metadata: {name: a}\nspec: {size: 1, name: '${X}', hosts: '${X}'}": "",
		"metadata: {name: a}\nspec: {size: 1, hosts: ['${X}', '${X}']}":     "",
	} {
		found, _ := findings(t, v, "apiVersion: example.com/v1\nkind: Widget\n"+text+"\n")
		got := strings.Join(slice.Map(found, func(f finding.Finding) string { return f.Message }), "; ")
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestNamesOfCustomResources checks that the server's rule for their names is applied, also to the
// beginning of a generated name.
func TestNamesOfCustomResources(t *testing.T) {
	const form = " must be a DNS subdomain (at most 253 lowercase letters, digits, - and ., each part with a letter or digit at both ends), not "
	for metadata, want := range map[string]string{
		"{name: a.b-c}": "", "{generateName: a-}": "", "{name: '${NAME}'}": "",
		"null": "metadata.name is required and missing", "{generateName: ''}": "metadata.name is required and missing",
		"{name: A_b}": "metadata.name" + form + `"A_b"`, "{name: a-}": "metadata.name" + form + `"a-"`,
		"{generateName: a.}": "metadata.generateName" + form + `"a."`, "{generateName: a.-}": "metadata.generateName" + form + `"a.-"`, "{generateName: A-}": "metadata.generateName" + form + `"A-", unless a tool replaces it`, "{name: '{NAME}'}": "metadata.name" + form + `"{NAME}", unless a tool replaces it`,
	} {
		found, _ := findings(t, custom(t), "apiVersion: example.com/v1\nkind: Widget\nmetadata: "+metadata+"\nspec: {size: 1}\n")
		if got := strings.Join(slice.Map(found, func(f finding.Finding) string { return f.Message }), "; "); got != want {
			t.Errorf("%s: %q, want %q", metadata, got, want)
		}
	}
}

// TestEmbedded checks an object inside a custom resource, which may have any name that can be part of a
// path.
func TestEmbedded(t *testing.T) {
	for template, want := range map[string]string{
		"{apiVersion: v1, kind: Pod, metadata: {name: A_b, namespace: a}}":                "",
		"{apiVersion: v1, kind: Pod, metadata: null}":                                     "",
		"{apiVersion: '${V}', kind: '${K}', metadata: {name: '${N}', namespace: '${S}'}}": "",
		"{apiVersion: a/b/c, kind: p_d}":                                                  `spec.template.apiVersion must be the apiVersion of an object, not "a/b/c"; spec.template.kind must be the kind of an object, not "p_d"`,
		"{apiVersion: v1, kind: Pod, metadata: {name: a/b, namespace: Aa}}": `spec.template.metadata.name must be a part of a path (without / and %, and not . or ..), not "a/b"; ` +
			`spec.template.metadata.namespace must be the name of a namespace (at most 63 lowercase letters, digits and -, the first and the last a letter or digit), not "Aa"`,
	} {
		found, _ := findings(t, custom(t), "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec: {size: 1, template: "+template+"}\n")
		if got := strings.Join(slice.Map(found, func(f finding.Finding) string { return f.Message }), "; "); got != want {
			t.Errorf("%s: %q, want %q", template, got, want)
		}
	}
}

// TestNullAndDefaults checks defaults and null, which the API server fills in and drops before
// validation, and the formats that it knows.
func TestNullAndDefaults(t *testing.T) {
	v := custom(t)
	for spec, want := range map[string]string{
		"{size: 1, name: null, port: null, labels: {a: null}, hosts: null}": "",
		"{size: 1, filled: {}}":                 "",
		"{size: 1, filled: {a: null, b: null}}": "",
		"{size: 1, either: {a: null, b: x}}":    "",
		"{size: 1, every: 3 weeks, at: '2026-01-02T15:04:05.0Z', cidr: fd00::/8, url: /a, host: a.bc, other: x}": "",
		"{size: 1, every: 1 fortnight}": `spec.every must be a duration such as 1h30m, not "1 fortnight"`,
		"{size: 1, every: ''}":          `spec.every must be a duration such as 1h30m, not ""`,
		"{size: 1, at: 2026-01-02}":     `spec.at must be a time such as 2026-01-02T15:04:05Z, not "2026-01-02"`,
		"{size: 1, cidr: v6}":           `spec.cidr must be a CIDR such as 10.0.0.0/8, not "v6"`,
		"{size: 1, url: a}":             `spec.url must be a URI, not "a"`,
		"{size: 1, host: a_b}":          `spec.host must be a host name, not "a_b"`,
		"{size: null}":                  "spec.size is required and missing",
		"null":                          "spec is required and missing",
		"{size: 1, mode: null}":         "spec.mode must be one of fast, slow, not null",
		"{size: 1, hosts: [null]}":      "spec.hosts[0] must be a string, not null",
		"{size: 1, few: {a: null}}":     "spec.few is not valid: there must be at least 1 properties",
	} {
		found, _ := findings(t, v, "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a, labels: null}\nspec: "+spec+"\n")
		var got string
		for _, f := range found {
			got += f.Message
		}
		if got != want {
			t.Errorf("%s: %q, want %q", spec, got, want)
		}
	}
}

// TestFormatsOfRelease checks that servers before 1.34 ignore the formats of names.
func TestFormatsOfRelease(t *testing.T) {
	const object = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec: {size: 1, short: A_b}\n"
	for minor, want := range map[int]int{0: 1, 33: 0, 34: 1} {
		v := custom(t)
		if minor > 0 {
			v.target.Release = discovery.Release{Major: 1, Minor: minor}
		}
		if found, _ := findings(t, v, object); len(found) != want {
			t.Errorf("1.%d: %+v, want %d findings", minor, found, want)
		}
	}
}

// TestRepeatedFinalizer checks that what is repeated in metadata is accepted on create, as in built-in
// kinds.
func TestRepeatedFinalizer(t *testing.T) {
	v := custom(t)
	v.target.Schemas["io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"] = surface(t, 36).Schemas["io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"]
	found, _ := findings(t, v, "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a, finalizers: [a/b, a/b]}\nspec: {size: 1}\n")
	if len(found) != 1 || found[0].Severity != rule.Risky {
		t.Errorf("%+v, want one risky finding", found)
	}
}

// TestWholeNumbers: API servers compare whole numbers exactly, with limits whose fraction they cut off.
func TestWholeNumbers(t *testing.T) {
	s := defined(t, properties+`          least: {type: number, minimum: 0.5}
          over: {type: number, minimum: 0.5, exclusiveMinimum: true}
          below: {type: number, maximum: 2.5, exclusiveMaximum: true}
          half: {type: number, multipleOf: 0.5}
          two: {type: number, multipleOf: 2.5}
          tenth: {type: number, multipleOf: 0.1}
          three: {type: integer, multipleOf: 3}
          most: {type: integer, maximum: 9007199254740992}
`)
	widgets(t, s, map[string]string{
		"least: 0": "", "least: 0.4": "least is not valid: number must be at least 0.5", "least: -1": "least is not valid: number must be at least 0.5",
		"over: 1": "", "over: 0": "over is not valid: number must be more than 0.5",
		"below: 1": "", "below: 2.4": "", "below: 2": "below is not valid: number must be less than 2.5, of which API servers cut off the fraction for whole numbers",
		"half: 1.5": "", "half: 1": "half is not valid: number must be a multiple of 0.5, of which API servers cut off the fraction for whole numbers",
		"tenth: 0.3": "", "tenth: 2": "tenth is not valid: number must be a multiple of 0.1, of which API servers cut off the fraction for whole numbers",
		"two: 4": "", "two: 5": "two is not valid: number must be a multiple of 2.5, of which API servers cut off the fraction for whole numbers",
		"three: 9007199254740993": "", "three: 9007199254740994": "three is not valid: number must be a multiple of 3",
		"most: 9007199254740992": "", "most: 9007199254740993": "most is not valid: number must be at most 9.007199254740992e+15",
	})
}

// TestEnumsAndSets: API servers compare the values of enums and the items of sets exactly, and the
// latter by type. An enum excludes null.
func TestEnumsAndSets(t *testing.T) {
	s := defined(t, properties+`          big: {type: integer, enum: [9007199254740993, 10000000]}
          most: {type: number, enum: [9223372036854775807, 1.5]}
          map: {type: object, x-kubernetes-preserve-unknown-fields: true, enum: [{a: 9007199254740993}]}
          any: {type: integer, anyOf: [{enum: [9007199254740993]}, {maximum: 3}]}
          none: {type: string, nullable: true, enum: [a, null]}
          numbers: {type: array, x-kubernetes-list-type: set, items: {type: number}}
          either: {type: array, x-kubernetes-list-type: set, items: {x-kubernetes-int-or-string: true}}
          whole: {type: array, x-kubernetes-list-type: set, items: {type: object, x-kubernetes-map-type: atomic, x-kubernetes-preserve-unknown-fields: true}}
          pairs: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k, p], items: {type: object, required: [k], properties: {k: {type: string}, p: {type: string, default: TCP}}}}
          keyed: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], items: {type: object, required: [k], properties: {k: {x-kubernetes-int-or-string: true}}}}
`)
	widgets(t, s, map[string]string{
		"big: 9007199254740993": "", "big: 10000000": "", "big: 1e7": "", "big: 9007199254740992": "big must be one of 10000000, 9007199254740993, not the number 9007199254740992; did you mean 9007199254740993?",
		"most: 9223372036854775807": "", "most: 1.5": "", "most: 9223372036854775806": "most must be one of 1.5, 9223372036854775807, not the number 9223372036854775806; did you mean 9223372036854775807?",
		"map: {a: 9007199254740993}": "", "map: {a: 9007199254740992}": `map must be one of {"a":9007199254740993}, not a map`,
		"any: 9007199254740993": "", "any: 3": "", "any: 9007199254740992": "any is not valid: doesn't match any schema from \"anyOf\"",
		"none: a": "", "none: null": "none must be one of a, not null",
		"numbers: [9007199254740993, 9007199254740992]": "", "numbers: [1, 1.0]": "numbers[1] is repeated: the list must not repeat 1.0",
		"either: [1, '1']": "", "either: [16, 0x10]": "either[1] is repeated: the list must not repeat 0x10",
		"whole: [{a: 1}, {a: 2}, {a: '${X}'}, {a: '${X}'}]": "", "whole: [{a: 1, b: c}, {b: c, a: 1}]": `whole[1] is repeated: the list must not repeat {"a":1,"b":"c"}`,
		"pairs: [{k: a}, {k: a, p: UDP}]": "", "pairs: [{k: a, p: null}, {k: a}]": "pairs[1] is repeated: the list must not repeat k a, p TCP",
		"keyed: [{k: 1}, {k: '1'}]": "", "keyed: [{k: 1}, {k: 0x1}]": "keyed[1] is repeated: the list must not repeat k 0x1",
	})
}

// TestNestedFormats: API servers validate formats below anyOf, oneOf, allOf and not too, and the names that
// a definition restricts.
func TestNestedFormats(t *testing.T) {
	s := defined(t, properties+`          one: {type: string, oneOf: [{format: ipv4}, {format: ipv6}]}
          any: {type: string, anyOf: [{format: date-time}, {enum: [never]}, {format: semver, maxLength: 1}]}
          all: {type: string, allOf: [{format: uuid}]}
          none: {type: string, not: {format: cidr}}
          number: {type: integer, anyOf: [{format: int32}, {maximum: 3}]}
          metadata: {type: object, properties: {name: {type: string, maxLength: 3}}}
          inner: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true, properties: {metadata: {type: object, required: [name], properties: {name: {type: string, pattern: ^a}}}}}
`)
	for fields, want := range map[string]string{
		"one: 1.2.3.4": "", "one: '::1'": "", "one: a": `one is not valid: value doesn't match any schema from "oneOf"`,
		"any: '2026-01-02T15:04:05Z'": "", "any: never": "", "any: a": "", "any: ab": `any is not valid: doesn't match any schema from "anyOf"`,
		"all: 123e4567-e89b-12d3-a456-426614174000": "", "all: a": `all is not valid: doesn't match all schemas from "allOf"`,
		"none: a": "", "none: 10.0.0.0/8": "none is not valid: the schema's not does not allow it", "number: 3000000000": "",
		"metadata: {name: abcd, labels: null}":                           "metadata.name is not valid: maximum string length is 3",
		"inner: {apiVersion: v1, kind: A, metadata: {name: a}}":          "",
		"inner: {apiVersion: v1, kind: A, metadata: {name: b}}":          `inner.metadata.name is not valid: string doesn't match the regular expression "^a"`,
		"inner: {apiVersion: v1, kind: A, metadata: {generateName: a-}}": "inner.metadata.name is required and missing",
	} {
		if !strings.HasPrefix(fields, "metadata") {
			fields += "\nmetadata: {name: a}"
		}
		found, _ := findings(t, New(s, Options{Unknown: true}), "apiVersion: example.com/v1\nkind: Widget\n"+fields+"\n")
		if got := strings.Join(slice.Map(found, func(f finding.Finding) string { return f.Message }), "; "); got != want {
			t.Errorf("%s: %q, want %q", fields, got, want)
		}
	}
}

// TestNumberFormats checks that servers before 1.36 ignore the formats of numbers in custom resources,
// and later ones reject every value if a limit does not fit the format.
func TestNumberFormats(t *testing.T) {
	const definition = properties + `          small: {type: integer, format: int32}
          wide: {type: integer, format: int64}
          plain: {type: integer}
          single: {type: number, format: float}
          asn: {type: integer, format: int32, maximum: 4294967295}
          never: {type: integer, minimum: 0.5}
          list: {type: array, items: {type: integer, format: int32}}
`
	const none = " may have no value: the maximum of its schema, 4294967295, does not fit int32"
	for fields, want := range map[string]struct{ before, now string }{
		"small: 2147483647":           {},
		"small: 2147483648":           {"", "small is out of the range of int32"},
		"list: [1, -2147483649]":      {"", "list[1] is out of the range of int32"},
		"wide: 9223372036854775807":   {},
		"wide: 9223372036854775808":   {"wide is out of the range of int64", "wide is out of the range of int64"},
		"wide: 9300000000000000000":   {"wide is out of the range of int64", "wide is out of the range of int64"},
		"plain: -9300000000000000000": {"plain is out of the range of int64", "plain is out of the range of int64"},
		"single: 3.4028235e+38":       {},
		"single: 1e+39":               {"", "single is out of the range of float"},
		"asn: 1":                      {"", "asn" + none},
		"never: 1":                    {"", "never may have no value: the minimum of its schema, 0.5, does not fit int64"},
	} {
		for minor, want := range map[int]string{0: want.now, 35: want.before, 36: want.now} {
			s := defined(t, definition)
			if minor > 0 {
				s.Release = discovery.Release{Major: 1, Minor: minor}
			}
			found, _ := findings(t, New(s, Options{Unknown: true}), "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\n"+fields+"\n")
			got := slice.Map(found, func(f finding.Finding) string { return f.Message })
			if strings.Join(got, "; ") != want {
				t.Errorf("1.%d, %s: %q, want %q", minor, fields, got, want)
			}
		}
	}
}

// TestWithoutFormats shows what kin-openapi alone would report for valid objects, and would miss in
// broken ones: the reason for walk.
func TestWithoutFormats(t *testing.T) {
	s := surface(t, 36)
	alone := func(text string) (problems int) {
		v := New(s, Options{Unknown: true})
		var r reader.Reader
		r.Read("in.yaml", []byte(text), func(o *tree.Object) {
			x := &check{v: v, o: o, kind: &kind{}}
			value, _ := x.value(o.Root, 0)
			if plain(s, s.Schemas["io.k8s.api.core.v1."+o.Kind], 0).VisitJSON(value) != nil {
				problems++
			}
		})
		return problems
	}
	head := "apiVersion: v1\nkind: %s\nmetadata: {name: a%s}\n%s"
	for name, c := range map[string]struct {
		text         string
		alone, whole int
	}{
		"a port by number":  {fmt.Sprintf(head, "Service", "", "spec: {ports: [{port: 80, targetPort: 8080}]}"), 0, 0},
		"a quantity":        {fmt.Sprintf(head, "PersistentVolumeClaim", "", "spec: {resources: {requests: {storage: 1}}}"), 0, 0},
		"null":              {fmt.Sprintf(head, "ConfigMap", ", creationTimestamp: null", ""), 1, 0},
		"no quantity":       {fmt.Sprintf(head, "PersistentVolumeClaim", "", "spec: {resources: {requests: {storage: 1GB}}}"), 0, 1},
		"an unknown field":  {fmt.Sprintf(head, "ConfigMap", "", "dta: {}"), 0, 1},
		"a list like a map": {fmt.Sprintf(head, "Service", "", "spec: {ports: [{port: 80, protocol: TCP}, {port: 80, protocol: TCP}]}"), 0, 1},
	} {
		if got := alone(c.text); got != c.alone {
			t.Errorf("%s: kin-openapi alone finds %d, want %d", name, got, c.alone)
		}
		if found, _ := findings(t, New(s, Options{Unknown: true}), c.text); len(found) != c.whole {
			t.Errorf("%s: %d findings, want %d: %+v", name, len(found), c.whole, found)
		}
	}
}

// plain is a schema as the document has it.
func plain(target *discovery.Surface, s *discovery.Schema, depth int) *openapi3.Schema {
	for s.Ref != "" {
		s = target.Schemas[s.Ref]
	}
	out := &openapi3.Schema{Format: s.Format}
	if s.Type != "" {
		out.Type = &openapi3.Types{s.Type}
	}
	if depth > 8 {
		return out
	}
	for _, f := range s.Properties {
		out.WithProperty(f.Name, plain(target, f.Schema, depth+1))
		if f.Required {
			out.Required = append(out.Required, f.Name)
		}
	}
	if s.Items != nil {
		out.WithItems(plain(target, s.Items, depth+1))
	}
	if s.AdditionalProperties != nil {
		out.WithAdditionalProperties(plain(target, s.AdditionalProperties, depth+1))
	}
	return out
}

// widgets checks the messages about widgets with some fields.
func widgets(t *testing.T, s *discovery.Surface, messages map[string]string) {
	t.Helper()
	for fields, want := range messages {
		found, _ := findings(t, New(s, Options{Unknown: true}), "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\n"+fields+"\n")
		if got := strings.Join(slice.Map(found, func(f finding.Finding) string { return f.Message }), "; "); got != want {
			t.Errorf("%s: %q, want %q", fields, got, want)
		}
	}
}
