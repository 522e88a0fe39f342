package diff_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/crd"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/fixtures/growth"
)

// grown is a part of a definition that is written n times, and what is around it. The new side is
// written with other numbers or words.
type grown struct{ before, old, new, after string }

// text repeats a part. A %[1]d in it is the number of the copy.
func (g grown) text(part string, n int) string {
	var b strings.Builder
	b.WriteString(g.before)
	for i := range n {
		if strings.Contains(part, "%[1]d") {
			fmt.Fprintf(&b, part, i)
		} else {
			b.WriteString(part)
		}
	}
	b.WriteString(g.after)
	return b.String()
}

const (
	specOf = `{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: as.example.com},
  spec: {group: example.com, scope: Namespaced, names: {plural: as, kind: A}, versions: [{name: v1, served: true, storage: true,
  schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, `
	endOf = `}}}}}]}}`
)

// TestGrowth checks that the work of a comparison is proportional to the schemas.
func TestGrowth(t *testing.T) {
	properties := func(old, new string) grown {
		return grown{specOf + "properties: {", old + ", ", new + ", ", "}" + endOf}
	}
	for name, g := range map[string]grown{
		"removed fields":  properties("a%[1]d: {type: string}", "b%[1]d: {type: string}"),
		"changed types":   properties("a%[1]d: {type: string}", "a%[1]d: {type: integer}"),
		"defaults":        properties("a%[1]d: {type: string, default: a}", "a%[1]d: {type: string, default: b}"),
		"limits":          properties("a%[1]d: {type: string, maxLength: 9}", "a%[1]d: {type: string, maxLength: 8}"),
		"patterns":        properties("a%[1]d: {type: string, pattern: '^[a-z]+$'}", "a%[1]d: {type: string, pattern: '^[a-y]+$'}"),
		"rules of fields": properties("a%[1]d: {type: string}", "a%[1]d: {type: string, x-kubernetes-validations: [{rule: size(self) < 9}]}"),
		"rules of one object": {
			specOf + "properties: {" + strings.Join(names(1_000), ", ") + "}, x-kubernetes-validations: [",
			"{rule: size(self.a%[1]d) < 9}, ", "{rule: size(self.a%[1]d) < 8}, ", "]" + endOf,
		},
		"rules of one field": {
			specOf + "properties: {a: {type: string}}, x-kubernetes-validations: [",
			"{rule: self.a != 'a%[1]d'}, ", "{rule: self.a != 'b%[1]d'}, ", "]" + endOf,
		},
		"rules about patterns": {
			specOf + "properties: {a: {type: string, x-kubernetes-validations: [",
			"{rule: self.startsWith('a%[1]d') || self == 'x'}, ", "{rule: self.startsWith('b%[1]d') || self == 'x'}, ", "]}}" + endOf,
		},
		"rules with messages": {
			specOf + "properties: {a: {type: string, x-kubernetes-validations: [",
			"{rule: self != 'a%[1]d', message: m%[1]d}, ", "{rule: self != 'b%[1]d', message: m%[1]d}, ", "]}}" + endOf,
		},
		"messages of rules": {
			specOf + "properties: {a: {type: string, x-kubernetes-validations: [",
			"{rule: self != 'a%[1]d', message: m}, ", "{rule: self != 'a%[1]d', message: n}, ", "]}}" + endOf,
		},
		"parts of one rule": {
			specOf + "properties: {a: {type: string}}, x-kubernetes-validations: [{rule: \"true",
			" && self.a != 'a%[1]d'", " && self.a != 'b%[1]d'", "\"}]" + endOf,
		},
		"exclusive alternatives": {
			specOf + "properties: {" + strings.Join(names(1_000), ", ") + "}, oneOf: [",
			"{required: [a%[1]d]}, ", "{required: [a%[1]d], properties: {a%[1]d: {maxLength: 9}}}, ", "]" + endOf,
		},
		"required":     {specOf + "properties: {a: {type: string}}, required: [", "a%[1]d, ", "b%[1]d, ", "]" + endOf},
		"enum":         {specOf + "properties: {a: {type: string, enum: [", "a%[1]d, ", "b%[1]d, ", "]}}" + endOf},
		"alternatives": {specOf + "properties: {a: {type: string}}, anyOf: [", "{required: [a%[1]d]}, ", "{required: [b%[1]d]}, ", "]" + endOf},
	} {
		size := 1_000
		switch name {
		case "enum":
			size = 200 // each removed value is compared with all others
		case "rules of one object":
			size = 400 // each proof looks for the rules that it can use
		}
		growth.Linear(t, name, size, func(n int) func() {
			old, new := defined(t, g.text(g.old, n)), defined(t, g.text(g.new, n))
			return func() { diff.Compare(old, new, diff.Options{}) }
		})
	}
}

// TestVersionsOfOneDefinition checks that the same change of all versions is joined once.
func TestVersionsOfOneDefinition(t *testing.T) {
	for _, served := range []string{"true", "false"} {
		versions := func(n int, field string) *discovery.Surface {
			g := grown{
				before: "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: as.example.com}, spec: {group: example.com, scope: Namespaced, names: {plural: as, kind: A}, versions: [" +
					"{name: v0, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}, ",
				after: "]}}",
			}
			return defined(t, g.text("{name: v1beta%[1]d, served: "+served+", storage: false, schema: {openAPIV3Schema: {type: object, properties: {"+field+": {type: string}}}}}, ", n))
		}
		growth.Linear(t, "versions, served: "+served, 2000, func(n int) func() {
			old, new := versions(n, "a"), versions(n, "b")
			return func() { diff.Compare(old, new, diff.Options{}) }
		})
	}
}

// TestRecursiveSchemas checks that the kinds that contain a schema are found without going through all
// schemas for each of them, if no kind contains them or if the kinds are near.
func TestRecursiveSchemas(t *testing.T) {
	for _, contained := range []bool{false, true} {
		schemas := func(n int, kind string) *discovery.Surface {
			s := defined(t, specOf+"properties: {a: {type: string}}"+endOf)
			name := func(i int) string { return fmt.Sprintf("S%d", (i+n)%n) }
			root := &discovery.Schema{Type: "object"}
			for i := range n {
				s.Schemas[name(i)] = &discovery.Schema{Type: "object", Properties: []discovery.Field{
					{Name: "a", Schema: &discovery.Schema{Type: kind}},
					{Name: "next", Schema: &discovery.Schema{Ref: name(i + 1)}}, {Name: "previous", Schema: &discovery.Schema{Ref: name(i - 1)}},
				}}
				root.Properties = append(root.Properties, discovery.Field{Name: fmt.Sprintf("a%05d", i), Schema: &discovery.Schema{Ref: name(i)}})
			}
			if contained {
				s.Schemas["com.example.v1.A"] = root
			}
			return s
		}
		growth.Linear(t, fmt.Sprintf("recursive schemas, in a kind: %v", contained), 4000, func(n int) func() {
			old, new := schemas(n, "string"), schemas(n, "integer")
			return func() { diff.Compare(old, new, diff.Options{}) }
		})
	}
}

// TestVersionsOfOneGroup checks that the versions of a group are not compared with each other more
// than once for each resource.
func TestVersionsOfOneGroup(t *testing.T) {
	resources := func(version string) *discovery.Surface {
		part := "---\n{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: a%[1]d.example.com}, " +
			"spec: {group: example.com, scope: Namespaced, names: {plural: a%[1]d, kind: A%[1]d}, versions: [{name: " + version + "%[1]d, served: true, storage: true, " +
			"schema: {openAPIV3Schema: {type: object}}}]}}\n"
		return defined(t, grown{}.text(part, 1500))
	}
	old, new := resources("v1alpha"), resources("v2alpha")
	growth.Bounded(t, "versions of one group", 3000, func() { diff.Compare(old, new, diff.Options{}) })
}

// TestValueOfItself checks that a proof does not replace a value by a function of the same value
// without end. Crossplane 2.0 has such a rule.
func TestValueOfItself(t *testing.T) {
	g := grown{before: specOf + "properties: {a: {type: string}, b: {type: string}}, x-kubernetes-validations: [", after: "]" + endOf}
	old, new := defined(t, g.text("", 0)), defined(t, g.text("{rule: self.a == self.a.lowerAscii() && (!has(self.b) || self.b == self.b.lowerAscii())}", 1))
	growth.Bounded(t, "a value that is equal to a function of it", 100, func() { diff.Compare(old, new, diff.Options{}) })
}

// names returns n properties.
func names(n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprintf("a%d: {type: string}", i))
	}
	return list
}

func defined(t testing.TB, text string) *discovery.Surface {
	t.Helper()
	found, err := crd.Read("a.yaml", []byte(text))
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	s, err := crd.Surface(found.Definitions, openapi.NewDecoder())
	if err != nil {
		t.Fatal(err)
	}
	return s
}
