package judge_test

import (
	"strings"
	"testing"
	"time"

	"github.com/kubedelta/kubedelta/fixtures/patience"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/scan/reader"
	"github.com/kubedelta/kubedelta/scan/tree"
)

// TestHostile: what is found often, far down, or looks much like what is looked
// for, costs time in proportion to the text.
func TestHostile(t *testing.T) {
	strict := target(t, "", "1.35")
	strict.Strict = true
	j := compile(t, strict)
	deep := func(n int, inner string) string { return strings.Repeat("{a: ", n) + inner + strings.Repeat("}", n) }
	names := func(prefix string, n int) string { return strings.TrimSuffix(strings.Repeat(prefix+", ", n), ", ") }
	for name, text := range map[string]string{
		"tolerations": "apiVersion: v1\nkind: Pod\nspec:\n  tolerations:\n" + strings.Repeat("  - {key: node-role.kubernetes.io/master}\n", 50_000),
		"references":  "apiVersion: example.com/v1\nkind: A\nspec:\n" + strings.Repeat("- {apiVersion: policy/v1beta1, kind: PodDisruptionBudget}\n", 50_000),
		"deep":        "apiVersion: example.com/v1\nkind: A\nspec: " + deep(900, "["+names("{apiVersion: extensions/v1beta1, kind: Ingress}", 20_000)+"]") + "\n",
		"fields":      "apiVersion: v1\nkind: Pod\nspec:\n  volumes:\n" + strings.Repeat("  - {gitRepo: {repository: a}, zzz: 1}\n", 50_000),
		"rules":       "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nrules:\n" + strings.Repeat("- {apiGroups: ["+names("extensions", 100)+"], resources: ["+names("podsecuritypolicies", 100)+"]}\n", 300),
		"one rule":    "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nrules:\n- {apiGroups: [" + names("extensions", 20_000) + "], apiVersions: [" + names("v1beta1", 20_000) + "], resources: [" + names("ingresses", 20_000) + "]}\n",
		"schema": "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec: {versions: [{schema: {openAPIV3Schema: " +
			strings.Repeat("{items: ", 900) + "{x: 1}" + strings.Repeat("}", 900) + "}}]}\n",
	} {
		t.Run(name, func(t *testing.T) {
			begin := time.Now()
			n := 0
			var r reader.Reader
			r.Read("in.yaml", []byte(text), func(o *tree.Object) {
				j.Object(o, func(f finding.Finding) {
					n++
					if len(f.Field) > 20_000 || len(f.Message) > 2_000 {
						t.Fatalf("a finding with %d and %d bytes", len(f.Field), len(f.Message))
					}
				})
			})
			if took := time.Since(begin); took > patience.Of(5*time.Second) {
				t.Errorf("%d findings in %d bytes took %s", n, len(text), took)
			} else {
				t.Logf("%d findings in %d bytes took %s", n, len(text), took)
			}
		})
	}
}
