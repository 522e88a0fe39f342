package scan_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/scan"
)

// TestMentions checks that roles, webhooks and references name APIs, and that changes of these
// concern them.
func TestMentions(t *testing.T) {
	u, dir := scan.NewUsage(false), t.TempDir()
	for i, o := range []string{
		`{"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRole","rules":[{"apiGroups":["policy","extensions"],"resources":["podsecuritypolicies","poddisruptionbudgets"],"verbs":["use"]},{"apiGroups":[""],"resources":["pods/exec"]},{"apiGroups":["*"],"resources":["*"]},{"nonResourceURLs":["/metrics"]},"odd"]}`,
		`{"apiVersion":"admissionregistration.k8s.io/v1","kind":"ValidatingWebhookConfiguration","webhooks":[{"rules":[{"apiGroups":["flowcontrol.apiserver.k8s.io"],"apiVersions":["v1beta2"],"resources":["flowschemas"]}]},{"rules":{}}]}`,
		`{"apiVersion":"example.com/v1","kind":"Scaler","spec":{"targets":[{"targetRef":{"apiVersion":"extensions/v1beta1","kind":"Ingress","name":"x"}}]}}`,
	} {
		if err := u.Add([]byte(o)); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.json", i)), []byte(o), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	manifests, err := scan.Manifests(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	removed := func(group, version, kind, resource string, to *discovery.GroupVersionKind) rule.Change {
		return rule.Change{Rule: "resource-removed", Severity: rule.Breaking, Group: group, Version: version, Kind: kind, Resource: resource, Replacement: to}
	}
	pdb := &discovery.GroupVersionKind{Group: "policy", Version: "v1", Kind: "PodDisruptionBudget"}
	ingress := &discovery.GroupVersionKind{Group: "networking.k8s.io", Version: "v1", Kind: "Ingress"}
	for name, c := range map[string]struct {
		change rule.Change
		want   bool
	}{
		"a role names what is gone":           {removed("policy", "v1beta1", "PodSecurityPolicy", "podsecuritypolicies", nil), true},
		"a role names what another has":       {removed("policy", "v1beta1", "PodDisruptionBudget", "poddisruptionbudgets", pdb), false},
		"a wildcard names nothing":            {removed("batch", "v2alpha1", "CronJob", "cronjobs", nil), false},
		"a role names a subresource":          {rule.Change{Rule: "subresource-removed", Version: "v1", Kind: "Pod", Resource: "pods", Subresource: "exec"}, true},
		"a role names another subresource":    {rule.Change{Rule: "subresource-removed", Version: "v1", Kind: "Pod", Resource: "pods", Subresource: "attach"}, false},
		"a webhook names a version":           {rule.Change{Rule: "resource-graduated", Group: "flowcontrol.apiserver.k8s.io", Version: "v1", Old: "v1beta2", Kind: "FlowSchema", Resource: "flowschemas"}, true},
		"a webhook names another version":     {removed("flowcontrol.apiserver.k8s.io", "v1beta1", "FlowSchema", "flowschemas", nil), false},
		"a reference names a kind":            {removed("extensions", "v1beta1", "Ingress", "ingresses", ingress), true},
		"a reference names another version":   {removed("networking.k8s.io", "v1beta1", "Ingress", "ingresses", ingress), false},
		"fields of what is named are no user": {field("field-removed", "extensions/v1beta1 Ingress spec.backend"), false},
		"what comes new concerns nobody":      {rule.Change{Rule: "resource-added", Group: "policy", Version: "v2", Kind: "PodSecurityPolicy", Resource: "podsecuritypolicies"}, false},
	} {
		if got, read := u.Concerns(c.change), manifests.Concerns(c.change); got != c.want || read != c.want {
			t.Errorf("%s: %v, of manifests %v, want %v", name, got, read, c.want)
		}
	}
}
