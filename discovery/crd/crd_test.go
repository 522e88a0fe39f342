package crd_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/crd"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/fixtures/data"
)

// minimal returns a definition in YAML, with another line in its spec.
func minimal(plural, kind, more string) string {
	return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ` + plural + `.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: ` + plural + `, kind: ` + kind + `}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
` + more
}

func surface(t *testing.T, text string) *discovery.Surface {
	t.Helper()
	found, err := crd.Read("crds.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	s, err := crd.Surface(found.Definitions, openapi.NewDecoder())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestPublished compares the schemas with those that apiextensions-apiserver publishes for the same
// manifest.
func TestPublished(t *testing.T) {
	t.Parallel()
	found, err := crd.ReadPath(t.Context(), "testdata/odd.yaml")
	if err != nil {
		t.Fatal(err)
	}
	dec := openapi.NewDecoder()
	s, err := crd.Surface(found.Definitions, dec)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/odd.published.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := dec.Decode(want)
	if err != nil {
		t.Fatal(err)
	}
	for _, schema := range s.Schemas {
		names := schema.Field("metadata").Schema.Field("name").Schema
		if names.Type != "string" || (names.Constraint("maxLength") == "10") != (schema == s.Schemas["com.example.v1.Odd"]) {
			t.Errorf("the server checks names that the definition restricts: %+v", names)
		}
		withoutNames(schema)
	}
	if diff := cmp.Diff(doc.Schemas, s.Schemas); diff != "" {
		t.Errorf("schemas, server's against ours:\n%s", diff)
	}
}

// withoutNames removes the validation of metadata, which a server checks and does not publish.
func withoutNames(s *discovery.Schema) {
	if s == nil {
		return
	}
	if s.Ref != "" {
		s.Properties = nil
	}
	for _, p := range s.Properties {
		withoutNames(p.Schema)
	}
	withoutNames(s.Items)
	withoutNames(s.AdditionalProperties)
}

func TestSurface(t *testing.T) {
	t.Parallel()
	found, err := crd.ReadPath(t.Context(), "testdata/odd.yaml")
	if err != nil {
		t.Fatal(err)
	}
	s, err := crd.Surface(found.Definitions, openapi.NewDecoder())
	if err != nil {
		t.Fatal(err)
	}
	verbs := []string{"create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"}
	odd := discovery.Resource{
		Name: "odds", Kind: "Odd", Singular: "odd", ShortNames: []string{"od"}, Categories: []string{"all"},
		Scope: discovery.Cluster, Verbs: verbs,
	}
	custom := discovery.CustomResource{Versions: []string{"v1", "v1beta1", "v1alpha1"}, StorageVersion: "v1", Conversion: "None", ListKind: "OddList"}
	columns := custom
	columns.PrinterColumns = []string{"Color string .spec.color (wide)"}
	columns.Scale = &discovery.Scale{SpecReplicas: ".spec.replicas", StatusReplicas: ".status.replicas", LabelSelector: ".status.selector"}
	custom.PrinterColumns = []string{"Age date .metadata.creationTimestamp"}
	v1, beta := odd, odd
	v1.Custom, beta.Custom = &columns, &custom
	v1.Schema, beta.Schema = "com.example.v1.Odd", "com.example.v1beta1.Odd"
	beta.DeprecatedHere = true
	v1.Subresources = []discovery.Subresource{
		{Name: "scale", Kind: "Scale", KindGroupVersion: &discovery.GroupVersion{Group: "autoscaling", Version: "v1"}, Verbs: []string{"get", "patch", "update"}},
		{Name: "status", Kind: "Odd", Verbs: []string{"get", "patch", "update"}},
	}
	want := []discovery.Group{{Name: "example.com", Preferred: "v1", Versions: []discovery.Version{
		{Name: "v1", Enforcement: discovery.BySchema, Resources: []discovery.Resource{v1}},
		{Name: "v1beta1", Enforcement: discovery.BySchema, Resources: []discovery.Resource{beta}},
	}}}
	if diff := cmp.Diff(want, s.Groups); diff != "" {
		t.Error(diff)
	}
	if s.Source != discovery.SourceCRD || s.Fidelity.Disabled != discovery.None || s.Fidelity.Parameters != discovery.None || s.Fidelity.Enums != discovery.All {
		t.Errorf("source %q, fidelity %+v", s.Source, s.Fidelity)
	}
}

func TestDefinitionFacts(t *testing.T) {
	t.Parallel()
	found, err := crd.ReadPath(t.Context(), "testdata/odd.yaml")
	if err != nil {
		t.Fatal(err)
	}
	d := found.Definitions[0]
	v := d.Versions[0]
	if !v.Storage || !v.Served || d.Versions[2].Served || d.Conversion.Strategy != "None" || d.StoredVersions != nil || d.PreserveUnknownFields {
		t.Errorf("%+v", d)
	}
	wantScale := &crd.Scale{SpecReplicasPath: ".spec.replicas", StatusReplicasPath: ".status.replicas", LabelSelectorPath: ".status.selector"}
	wantColumns := []crd.PrinterColumn{{Name: "Color", Type: "string", JSONPath: ".spec.color", Priority: 1}}
	if diff := cmp.Diff(wantScale, v.Scale) + cmp.Diff(wantColumns, v.PrinterColumns) + cmp.Diff([]string{".spec.color"}, v.SelectableFields); diff != "" {
		t.Error(diff)
	}
	if want := "testdata/odd.yaml, line 4"; d.Origin != want {
		t.Errorf("origin %q, want %q", d.Origin, want)
	}
}

// TestBeta tests the v1beta1 fields that apply to all versions, and the defaults of v1beta1.
func TestBeta(t *testing.T) {
	t.Parallel()
	const text = `apiVersion: apiextensions.k8s.io/v1beta1
kind: CustomResourceDefinition
metadata: {name: olds.example.com}
spec:
  group: example.com
  names: {plural: olds, kind: Old}
  version: v1
  validation: {openAPIV3Schema: {type: object, properties: {spec: {type: object}}}}
  subresources: {status: {}}
  additionalPrinterColumns: [{name: A, type: string, JSONPath: .spec.a}]
  conversion: {strategy: Webhook, conversionReviewVersions: [v1]}
status: {storedVersions: [v1alpha1, v1]}
`
	found, err := crd.Read("old.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	d := found.Definitions[0]
	v := d.Versions[0]
	if d.Scope != discovery.Namespaced || !d.PreserveUnknownFields || !v.Served || !v.Storage || !v.Status || v.Scale != nil || v.PrinterColumns[0].JSONPath != ".spec.a" {
		t.Errorf("%+v", d)
	}
	if diff := cmp.Diff(crd.Conversion{Strategy: "Webhook", ReviewVersions: []string{"v1"}}, d.Conversion) + cmp.Diff([]string{"v1alpha1", "v1"}, d.StoredVersions); diff != "" {
		t.Error(diff)
	}
	s := surface(t, text)
	if s.Schemas["com.example.v1.Old"].Field("spec") == nil {
		t.Error("the schema for all versions is not the version's")
	}
}

func TestWithoutSchema(t *testing.T) {
	t.Parallel()
	// A server returns a definition that was created as v1beta1 in this form.
	s := surface(t, strings.ReplaceAll(minimal("things", "Thing", ""), ", schema: {openAPIV3Schema: {type: object}}", "")+"\nstatus: {storedVersions: [v1]}\n")
	if diff := cmp.Diff(&discovery.Schema{Type: "object"}, s.Schemas["com.example.v1.Thing"]); diff != "" {
		t.Error(diff)
	}
}

func TestListsAndOtherKinds(t *testing.T) {
	t.Parallel()
	const item = `{"metadata":{"name":"b.example.com"},"spec":{"group":"example.com","scope":"Cluster","names":{"plural":"b","kind":"B"},"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{}}}]}}`
	text := minimal("a", "A", "") +
		"---\napiVersion: v1\nkind: ConfigMap\n---\n- just a list\n---\nkind: [odd]\n---\n" +
		`{"apiVersion": v1, "kind": List, "items": [{"apiVersion": apiextensions.k8s.io/v1, "kind": CustomResourceDefinitionList, "items": [` + item + `]}, {"kind": Secret}]}` + "\n"
	found, err := crd.Read("all.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, d := range found.Definitions {
		names = append(names, d.Name+" "+string(d.Scope)+" "+d.Names.ListKind)
	}
	if want := []string{"a.example.com Namespaced AList", "b.example.com Cluster BList"}; !slices.Equal(names, want) || found.Skipped != 4 {
		t.Errorf("got %q, skipped %d", names, found.Skipped)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	crlf := strings.NewReplacer("\n", "\r\n")
	for name, tc := range map[string]struct{ text, want string }{
		"no group":         {strings.ReplaceAll(minimal("a", "A", ""), "  group: example.com\n", ""), `crds.yaml, line 1: the CustomResourceDefinition "a.example.com" cannot be read: spec.group is missing`},
		"other version":    {strings.ReplaceAll(minimal("a", "A", ""), "k8s.io/v1", "k8s.io/v2"), `crds.yaml, line 1: a CustomResourceDefinition has the apiVersion "apiextensions.k8s.io/v2"; expected`},
		"no version":       {strings.ReplaceAll(minimal("a", "A", ""), "apiVersion: apiextensions.k8s.io/v1\n", ""), `a CustomResourceDefinition has the apiVersion ""`},
		"no schema":        {strings.ReplaceAll(minimal("a", "A", ""), ", schema: {openAPIV3Schema: {type: object}}", ""), `the schema of the version "v1" in spec.versions is missing; an API server would refuse`},
		"no plural":        {strings.ReplaceAll(minimal("a", "A", ""), "plural: a, ", ""), "spec.names.plural is missing"},
		"no kind":          {minimal("a", "''", ""), "spec.names.kind is missing"},
		"scope":            {strings.ReplaceAll(minimal("a", "A", ""), "Namespaced", "namespaced"), `spec.scope is "namespaced", which is neither "Namespaced" nor "Cluster"`},
		"version twice":    {strings.ReplaceAll(minimal("a", "A", ""), "[{name: v1,", "[{name: v1}, {name: v1,"), `spec.versions contains the version "v1" twice`},
		"type":             {strings.ReplaceAll(minimal("a", "A", ""), "group: example.com", "group: [example.com]"), `the CustomResourceDefinition "a.example.com" cannot be read: /spec/group has the wrong type (JSON array)`},
		"yaml name twice":  {minimal("a", "A", "  scope: Cluster\n"), `line 9: the name "scope" is repeated; the first is on line 6`},
		"yaml entry twice": {minimal("a", "A", "  group: example.com\n"), `line 9: the name "group" is repeated`},
		"template":         {"apiVersion: {{ .Values.x }}\nkind: CustomResourceDefinition\n", "it looks like a template: render it first"},
		"defined twice":    {minimal("a", "A", "") + "---\n" + minimal("a", "B", ""), "a.example.com is defined twice, with different content: in crds.yaml, line 1 and in crds.yaml, line 10"},
		"lists in lists":   {strings.Repeat(`{"apiVersion":"v1","kind":"List","items":[`, 10) + strings.Repeat("]}", 10), "Lists are nested more than 8 levels deep"},
		"items no list":    {`{"apiVersion":"v1","kind":"List","items":{}}`, "/items has the wrong type"},
		"200,000 levels":   {minimal("a", "A", "x: "+strings.Repeat("[", 200_000)), "exceeded max depth"},
		"too large":        {minimal("a", "A", "  x: "+strings.Repeat("y", 9<<20)), "the CustomResourceDefinition is 9 MiB; the limit of an API server is 2 MiB"},
		"windows line end": {crlf.Replace(minimal("a", "A", "  scope: Cluster\n")), `line 9: the name "scope" is repeated`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := crd.Read("crds.yaml", []byte(tc.text))
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got  %v\nwant %s", err, tc.want)
			}
		})
	}
}

func TestSameDefinitionTwiceIsOne(t *testing.T) {
	t.Parallel()
	found, err := crd.Read("crds.yaml", []byte(minimal("a", "A", "")+"---\n"+minimal("a", "A", "")))
	if err != nil || len(found.Definitions) != 1 {
		t.Errorf("%d definitions, error %v", len(found.Definitions), err)
	}
}

func TestSurfaceRefusals(t *testing.T) {
	t.Parallel()
	const bad = "{type: object, properties: {spec: {type: object, required: 5}}}"
	for name, tc := range map[string]struct{ text, want string }{
		"two kinds alike": {minimal("a", "Same", "") + "---\n" + minimal("b", "Same", ""), `crds.yaml, line 10: version "v1" of b.example.com: another definition has the kind Same`},
		"bad schema":      {strings.ReplaceAll(minimal("a", "A", ""), "{type: object}}", bad+"}"), `version "v1" of a.example.com: openAPIV3Schema: at /properties/spec/required: expected an array, found a number`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found, err := crd.Read("crds.yaml", []byte(tc.text))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := crd.Surface(found.Definitions, openapi.NewDecoder()); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got  %v\nwant %s", err, tc.want)
			}
		})
	}
}

// TestPrometheusOperator reads the definitions of two releases of an operator, and tests the known
// differences.
func TestPrometheusOperator(t *testing.T) {
	t.Parallel()
	root := filepath.Join(data.Root(t), "crds", "prometheus-operator")
	dec := openapi.NewDecoder()
	fields := map[string]int{}
	for _, release := range []string{"v0.50.0", "v0.89.0"} {
		found, err := crd.ReadPath(t.Context(), filepath.Join(root, release))
		if err != nil {
			t.Fatal(err)
		}
		s, err := crd.Surface(found.Definitions, dec)
		if err != nil {
			t.Fatal(err)
		}
		if len(found.Definitions) != 5 || found.Skipped != 0 || len(s.Schemas) != 5 {
			t.Errorf("%s: %d definitions, %d skipped, %d schemas", release, len(found.Definitions), found.Skipped, len(s.Schemas))
		}
		gv := discovery.GroupVersion{Group: "monitoring.coreos.com", Version: "v1"}
		r := s.Resource(gv, "podmonitors")
		if r == nil || r.Kind != "PodMonitor" || r.Schema != "com.coreos.monitoring.v1.PodMonitor" || !slices.Contains(r.Categories, "prometheus-operator") {
			t.Fatalf("%s: %+v", release, r)
		}
		fields[release] = len(s.Schema(gv, r.Schema).Field("spec").Schema.Properties)
	}
	if fields["v0.50.0"] == 0 || fields["v0.89.0"] <= fields["v0.50.0"] {
		t.Errorf("fields of PodMonitor's spec: %v", fields)
	}
}

// FuzzRead: any text gives definitions with a surface, or an error of one sentence.
func FuzzRead(f *testing.F) {
	f.Add([]byte(minimal("a", "A", "")))
	f.Add([]byte(minimal("a", "A", "") + "---\n" + strings.ReplaceAll(minimal("b", "B", ""), "/v1\n", "/v1beta1\n")))
	f.Add([]byte(`{"apiVersion":"v1","kind":"List","items":[{"kind":"X"}]}`))
	odd, err := os.ReadFile("testdata/odd.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(odd)
	f.Fuzz(func(t *testing.T, text []byte) {
		found, err := crd.Read("fuzz", text)
		if err == nil && len(found.Definitions) > 0 {
			_, err = crd.Surface(found.Definitions, openapi.NewDecoder())
		}
		if err != nil && strings.TrimSpace(err.Error()) == "" {
			t.Fatal("an error without words")
		}
	})
}
