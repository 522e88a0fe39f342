package checker_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/fixtures/growth"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// TestHostile checks that the time is proportional to the text if findings are many or deep, or
// much of the text is similar to a finding.
func TestHostile(t *testing.T) {
	strict := target(t, "", "1.35")
	strict.Strict = true
	j := compile(t, strict)
	deep := func(n int, inner string) string { return strings.Repeat("{a: ", n) + inner + strings.Repeat("}", n) }
	names := func(prefix string, n int) string { return strings.TrimSuffix(strings.Repeat(prefix+", ", n), ", ") }
	texts := func(n int) map[string]string {
		return map[string]string{
			"tolerations": "apiVersion: v1\nkind: Pod\nspec:\n  tolerations:\n" + strings.Repeat("  - {key: node-role.kubernetes.io/master}\n", n),
			"references":  "apiVersion: example.com/v1\nkind: A\nspec:\n" + strings.Repeat("- {apiVersion: policy/v1beta1, kind: PodDisruptionBudget}\n", n),
			"deep":        "apiVersion: example.com/v1\nkind: A\nspec: " + deep(900, "["+names("{apiVersion: extensions/v1beta1, kind: Ingress}", n)+"]") + "\n",
			"fields":      "apiVersion: v1\nkind: Pod\nspec:\n  volumes:\n" + strings.Repeat("  - {gitRepo: {repository: a}, zzz: 1}\n", n),
			"rules":       "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nrules:\n" + strings.Repeat("- {apiGroups: ["+names("extensions", 100)+"], resources: ["+names("podsecuritypolicies", 100)+"]}\n", n/100),
			"one rule":    "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nrules:\n- {apiGroups: [" + names("extensions", n) + "], apiVersions: [" + names("v1beta1", n) + "], resources: [" + names("ingresses", n) + "]}\n",
			"list in a text": "apiVersion: v1\nkind: ConfigMap\ndata:\n  a.yaml: |\n    apiVersion: policy/v1beta1\n    kind: PodDisruptionBudgetList\n    items:\n" +
				strings.Repeat("    - {metadata: {name: a}}\n", n),
			"schemas": strings.Repeat("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec: {versions: [{schema: {openAPIV3Schema: "+
				strings.Repeat("{items: ", 900)+"{x: 1}"+strings.Repeat("}", 900)+"}}]}\n---\n", n/900),
		}
	}
	growth.Texts(t, 9_000, texts, func(name, text string) {
		var r reader.Reader
		r.Read("in.yaml", []byte(text), func(o *tree.Object) {
			j.Object(o, func(f finding.Finding) {
				if len(f.Field) > 20_000 || len(f.Message) > 2_000 {
					t.Fatalf("%s: a finding with %d and %d bytes", name, len(f.Field), len(f.Message))
				}
			})
		})
	})
}

// TestStepsGrowth checks that the steps of a Chainsaw test are compared in one pass.
func TestStepsGrowth(t *testing.T) {
	j := compile(t, target(t, "", "1.35"))
	growth.Linear(t, "steps", 6000, func(n int) func() {
		var steps strings.Builder
		for i := range n {
			fmt.Fprintf(&steps, "  - apply: {resource: {apiVersion: v1, kind: ConfigMap, metadata: {name: a%d}}}\n", i/2)
		}
		text := "apiVersion: chainsaw.kyverno.io/v1alpha1\nkind: Test\nspec:\n  steps:\n" + steps.String()
		return func() {
			whole := 0
			var r reader.Reader
			r.Read("in.yaml", []byte(text), func(o *tree.Object) {
				j.Examine(o, func(*tree.Object, func() bool, func(finding.Finding)) string { whole++; return "" }, func(finding.Finding, checker.Mark) {})
			})
			if whole != n/2 {
				t.Errorf("%d of %d steps are validated", whole, n)
			}
		}
	})
}

// TestFieldsGrowth checks that many findings in a wide object, also one with two kinds, are made in one
// pass.
func TestFieldsGrowth(t *testing.T) {
	strict := target(t, "", "1.35")
	strict.Strict = true
	j := compile(t, strict)
	for _, kinds := range []string{"kind: Pod\n", "kind: Pod\nkind: Service\n"} {
		growth.Linear(t, kinds, 40_000, func(n int) func() {
			var fields strings.Builder
			for i := range n {
				fmt.Fprintf(&fields, "k%d: 1\n", i)
			}
			text := "apiVersion: v1\n" + kinds + fields.String()
			return func() {
				var r reader.Reader
				found := 0
				r.Read("in.yaml", []byte(text), func(o *tree.Object) { j.Object(o, func(finding.Finding) { found++ }) })
				if found < n {
					t.Errorf("%d of %d fields are found", found, n)
				}
			}
		})
	}
}

// TestTextsGrowth checks that objects in the texts of a wide map are validated in one pass.
func TestTextsGrowth(t *testing.T) {
	j := compile(t, target(t, "", "1.35"))
	growth.Linear(t, "texts", 12_000, func(n int) func() {
		var data strings.Builder
		for i := range n {
			fmt.Fprintf(&data, "  k%d: \"apiVersion: v1\\nkind: Pod\\nmetadata: {name: a}\"\n", i)
		}
		text := "apiVersion: v1\nkind: ConfigMap\ndata:\n" + data.String()
		return func() {
			var r reader.Reader
			r.Read("in.yaml", []byte(text), func(o *tree.Object) {
				j.Examine(o, func(*tree.Object, func() bool, func(finding.Finding)) string { return "" }, func(finding.Finding, checker.Mark) {})
			})
		}
	})
}

// TestLargeRule checks that a rule with too many groups and resources to compare is in the account.
func TestLargeRule(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]int{100: 0, 200: 1} {
		j := compile(t, target(t, "", "1.35"))
		text := "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nrules:\n- {apiGroups: [" + strings.Repeat("extensions, ", n) + "a], resources: [" + strings.Repeat("ingresses, ", n) + "b]}\n"
		var r reader.Reader
		r.Read("in.yaml", []byte(text), func(o *tree.Object) { j.Object(o, func(finding.Finding) {}) })
		if _, passed, _ := j.Carried(); len(passed) != want {
			t.Errorf("%d groups and resources: got %v", n, passed)
		}
	}
}
