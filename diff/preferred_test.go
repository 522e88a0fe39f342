package diff_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
)

// TestPreferredByDefault: a default cluster prefers a version that it serves. A server with all
// APIs enabled can prefer another version.
func TestPreferredByDefault(t *testing.T) {
	cat := catalog.New()
	for _, c := range []struct {
		from, to      string
		byDefault, on []string
	}{
		{"1.19", "1.20", []string{"risky node.k8s.io v1beta1 → v1 true"}, []string{"risky flowcontrol.apiserver.k8s.io v1alpha1 → v1beta1 false", "risky node.k8s.io v1beta1 → v1 true"}},
		{"1.22", "1.23", []string{"risky autoscaling v1 → v2 true", "risky flowcontrol.apiserver.k8s.io v1beta1 → v1beta2 true"}, []string{"risky autoscaling v1 → v2 true", "risky flowcontrol.apiserver.k8s.io v1beta1 → v1beta2 true"}},
		{"1.26", "1.27", nil, []string{"info resource.k8s.io v1alpha1 → v1alpha2 false"}},
		{"1.30", "1.31", nil, []string{"info resource.k8s.io v1alpha2 → v1alpha3 false"}},
		{"1.31", "1.32", nil, []string{"risky resource.k8s.io v1alpha3 → v1beta1 false"}},
	} {
		old, new := load(t, cat, c.from), load(t, cat, c.to)
		for _, side := range []struct {
			disabled bool
			want     []string
		}{{false, c.byDefault}, {true, c.on}} {
			if d := cmp.Diff(side.want, preferences(diff.Compare(old, new, diff.Options{IncludeDisabled: side.disabled}))); d != "" {
				t.Errorf("%s → %s, all APIs on: %v (-want +got):\n%s", c.from, c.to, side.disabled, d)
			}
		}
	}
}

func preferences(r diff.Result) (out []string) {
	for _, c := range r.Changes {
		if c.Rule == "preferred-version-changed" {
			out = append(out, fmt.Sprintf("%s %s %s → %s %v", c.Severity, c.Group, c.Old, c.New, c.ServedByDefault))
		}
	}
	return out
}

// TestPreferredOfAServer: a live server prefers a version that it serves, even one that is off by
// default elsewhere. The other side is viewed in the same way.
func TestPreferredOfAServer(t *testing.T) {
	release := func(enabled bool, versions ...string) *discovery.Surface {
		s := &discovery.Surface{Fidelity: discovery.Fidelity{Preferred: discovery.All, Disabled: discovery.All}}
		for i, name := range versions {
			v := s.AddGroupVersion(discovery.GroupVersion{Group: "example.k8s.io", Version: name})
			v.Resources = []discovery.Resource{{Name: "things", Kind: "Thing", Verbs: []string{"get"}, Disabled: !enabled || i == 0 && len(versions) > 1}}
		}
		s.Groups[0].Preferred = versions[0]
		return s
	}
	server := release(true, "v1beta1")
	server.Fidelity.Disabled = discovery.None
	both := release(true, "v1beta1", "v1alpha1")
	for name, c := range map[string]struct {
		old, new *discovery.Surface
		want     []string
	}{
		"the server has turned it on":       {server, both, nil},
		"the default is the next version":   {release(true, "v1alpha1"), both, nil},
		"the default was the next version":  {both, release(true, "v1beta1"), []string{"info example.k8s.io v1alpha1 → v1beta1 true"}},
		"nothing is served by default":      {release(false, "v1alpha1"), release(false, "v1beta1"), nil},
		"off by default and then preferred": {release(false, "v1alpha1"), release(true, "v1beta1"), nil},
	} {
		if d := cmp.Diff(c.want, preferences(diff.Compare(c.old, c.new, diff.Options{}))); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}
