package migration_test

import (
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/form"
	"github.com/kubedelta/kubedelta/scan/migration"
)

func gvk(apiVersion, kind string) discovery.GroupVersionKind {
	gv := discovery.ParseGroupVersion(apiVersion)
	return gv.WithKind(kind)
}

// TestAgainst checks objects with the moves of their kinds.
func TestAgainst(t *testing.T) {
	for name, c := range map[string]struct{ to, in, why string }{
		"a selector":                 {"policy/v1", "apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nspec: {selector: {matchLabels: {a: b}}}\n", ""},
		"no selector":                {"policy/v1", "apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nspec: {}\n", ""},
		"an empty selector":          {"policy/v1", "apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nspec: {selector: {}}\n", "empty selector"},
		"a selector of empty parts":  {"policy/v1", "apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nspec: {selector: {matchLabels: {}, matchExpressions: []}}\n", "empty selector"},
		"a null selector":            {"policy/v1", "apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nspec: {selector: null}\n", ""},
		"no spec":                    {"apps/v1", "apiVersion: extensions/v1beta1\nkind: Deployment\n", "spec.selector"},
		"rollback":                   {"apps/v1", "apiVersion: extensions/v1beta1\nkind: Deployment\nspec: {selector: {}, rollbackTo: {revision: 1}}\n", "rollbackTo"},
		"one webhook of two":         {"admissionregistration.k8s.io/v1", "apiVersion: admissionregistration.k8s.io/v1beta1\nkind: MutatingWebhookConfiguration\nwebhooks: [{sideEffects: None}, {}]\n", "sideEffects"},
		"side effects of other kind": {"admissionregistration.k8s.io/v1", "apiVersion: admissionregistration.k8s.io/v1beta1\nkind: MutatingWebhookConfiguration\nwebhooks: [{sideEffects: Some}]\n", "sideEffects"},
		"no webhooks":                {"admissionregistration.k8s.io/v1", "apiVersion: admissionregistration.k8s.io/v1beta1\nkind: MutatingWebhookConfiguration\nwebhooks: []\n", ""},
		"the signer that is refused": {"certificates.k8s.io/v1", "apiVersion: certificates.k8s.io/v1beta1\nkind: CertificateSigningRequest\nspec: {signerName: kubernetes.io/legacy-unknown, usages: [a]}\n", "legacy-unknown"},
		"another signer":             {"certificates.k8s.io/v1", "apiVersion: certificates.k8s.io/v1beta1\nkind: CertificateSigningRequest\nspec: {signerName: a.b/c, usages: [a]}\n", ""},
		"zero shares":                {"flowcontrol.apiserver.k8s.io/v1", "apiVersion: flowcontrol.apiserver.k8s.io/v1beta3\nkind: PriorityLevelConfiguration\nspec: {limited: {nominalConcurrencyShares: 0}}\n", "now means 0"},
		"zero old shares":            {"flowcontrol.apiserver.k8s.io/v1", "apiVersion: flowcontrol.apiserver.k8s.io/v1beta2\nkind: PriorityLevelConfiguration\nspec: {limited: {assuredConcurrencyShares: 0}}\n", "now means 0"},
		"zero oldest shares":         {"flowcontrol.apiserver.k8s.io/v1", "apiVersion: flowcontrol.apiserver.k8s.io/v1beta1\nkind: PriorityLevelConfiguration\nspec: {limited: {assuredConcurrencyShares: 0x0}}\n", "now means 0"},
		"zero is still the default":  {"flowcontrol.apiserver.k8s.io/v1beta3", "apiVersion: flowcontrol.apiserver.k8s.io/v1beta2\nkind: PriorityLevelConfiguration\nspec: {limited: {assuredConcurrencyShares: 0}}\n", ""},
		"the new name is taken":      {"flowcontrol.apiserver.k8s.io/v1", "apiVersion: flowcontrol.apiserver.k8s.io/v1beta2\nkind: PriorityLevelConfiguration\nspec: {limited: {assuredConcurrencyShares: 1, nominalConcurrencyShares: 2}}\n", "already exists"},
		"a backend":                  {"networking.k8s.io/v1", "apiVersion: extensions/v1beta1\nkind: Ingress\nspec: {rules: [{host: a}, {http: {paths: [{path: /}]}}]}\n", "no backend"},
	} {
		t.Run(name, func(t *testing.T) {
			var r reader.Reader
			objects := 0
			r.Read("in.yaml", []byte(c.in), func(o *tree.Object) {
				objects++
				m, known := migration.Find(gvk(o.APIVersion, o.Kind), gvk(c.to, o.Kind))
				if !known {
					t.Fatalf("no way from %s to %s is known", o.APIVersion, c.to)
				}
				got := m.Against(o.Tree, o.Root)
				if got == "" && m.Convert != nil {
					got = m.Convert(form.Of(o.Tree, o.Root))
				}
				if (got == "") != (c.why == "") || !strings.Contains(got, c.why) {
					t.Errorf("%q, want %q", got, c.why)
				}
			})
			if objects != 1 {
				t.Fatalf("%d objects", objects)
			}
		})
	}
}

// TestMoves checks that each move has a source, and steps if it can refuse an object.
func TestMoves(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range migration.All() {
		if m.Conversion != "" && m.Convert == nil {
			t.Errorf("there is no conversion %s", m.Conversion)
		}
		if m.Source == "" {
			t.Errorf("the move from %v of %v has no source", m.From, m.Kinds)
		}
		if len(m.Needs)+len(m.Forbids) > 0 && len(m.Steps) == 0 {
			t.Errorf("the move from %v of %v can refuse, and has no steps", m.From, m.Kinds)
		}
		for _, from := range m.From {
			for _, to := range m.To {
				for _, kind := range m.Kinds {
					key := from + " " + to + " " + kind
					if seen[key] {
						t.Errorf("there are two moves %s", key)
					}
					seen[key] = true
				}
			}
		}
	}
}
