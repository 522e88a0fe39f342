package project_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/project"
)

// TestLifecycles compares the lifecycles with the release notes of the projects.
func TestLifecycles(t *testing.T) {
	lifecycles, err := project.New().Lifecycles()
	if err != nil {
		t.Fatal(err)
	}
	text := func(l *discovery.CustomLifecycle) string {
		out := l.Project + " " + l.Introduced.String() + "-" + l.LastServed.String() + " deprecated " + l.Deprecated.String() + " unserved " + l.Unserved.String()
		if l.Replacement != nil {
			out += " use " + l.Replacement.String()
		}
		return out
	}
	for name, want := range map[string]string{
		// cert-manager 1.6: "Legacy cert-manager API versions are no longer served".
		"cert-manager.io/v1alpha2 Certificate":       "cert-manager 0.11-1.5 deprecated  unserved 1.6 use cert-manager.io/v1 Certificate",
		"certmanager.k8s.io/v1alpha1 Certificate":    "cert-manager 0.6-0.10 deprecated  unserved 0.11 use cert-manager.io/v1 Certificate",
		"cert-manager.io/v1 Certificate":             "cert-manager 1.0-1.21 deprecated  unserved ",
		"external-secrets.io/v1beta1 ExternalSecret": "external-secrets 0.5-0.16 deprecated  unserved 0.17 use external-secrets.io/v1 ExternalSecret",
		// Traefik 3: "the traefik.containo.us API group is removed".
		"traefik.containo.us/v1alpha1 IngressRoute":  "traefik 2.0-2.11 deprecated  unserved 3.0 use traefik.io/v1alpha1 IngressRoute",
		"keda.k8s.io/v1alpha1 ScaledObject":          "keda 1.0-1.5 deprecated  unserved 2.0 use keda.sh/v1alpha1 ScaledObject",
		"karpenter.sh/v1beta1 NodePool":              "karpenter 0.30-1.0 deprecated  unserved 1.1 use karpenter.sh/v1 NodePool",
		"helm.toolkit.fluxcd.io/v2beta1 HelmRelease": "flux-helm-controller 0.1-1.3 deprecated 0.37 unserved 1.4 use helm.toolkit.fluxcd.io/v2 HelmRelease",
		"cluster.x-k8s.io/v1beta1 Cluster":           "cluster-api 1.0-1.14 deprecated 1.11 unserved  use cluster.x-k8s.io/v1beta2 Cluster",
	} {
		found := 0
		for i := range lifecycles {
			l := &lifecycles[i]
			if l.GroupVersion.String()+" "+l.Kind != name {
				continue
			}
			if found++; text(l) != want {
				t.Errorf("%s: %s\nnot %s", name, text(l), want)
			}
		}
		if found != 1 {
			t.Errorf("%s: %d lives", name, found)
		}
	}
}

// TestLoad loads every release. Each serves resources, and covers all resources of its project.
func TestLoad(t *testing.T) {
	table := project.New()
	projects, err := table.Projects()
	if err != nil {
		t.Fatal(err)
	}
	whole := 0
	for _, p := range projects {
		known, err := table.Fields(p.Name)
		if err != nil {
			t.Fatal(err)
		}
		if !known.Has(p.Newest().Minor) {
			t.Errorf("the fields of the newest release of %s are not known", p.Name)
		}
		for i, r := range p.Releases {
			if i > 0 && r.Minor.Major == p.Releases[i-1].Minor.Major && r.Minor.Minor != p.Releases[i-1].Minor.Minor+1 {
				t.Errorf("%s has %s after %s: docs/projects.md says that it has every minor", p.Name, r.Minor, p.Releases[i-1].Minor)
			}
			s, err := table.Load(p, r)
			if err != nil {
				t.Fatal(p.Name, r.Version, err)
			}
			if len(s.Groups) == 0 || len(s.Only) == 0 || r.Date == "" || r.Repository == "" {
				t.Errorf("%s %s: %d groups, speaks of %d resources, of %s %s", p.Name, r.Version, len(s.Groups), len(s.Only), r.Repository, r.Date)
			}
			has := known.Has(r.Minor)
			if has {
				whole++
			}
			if has != (len(s.Schemas) > 0) || has != (s.Fidelity.Fields == discovery.All) {
				t.Errorf("%s %s: has fields: %t, and %d schemas", p.Name, r.Version, has, len(s.Schemas))
			}
			same(t, p, r, s)
		}
	}
	if whole < 400 {
		t.Errorf("the fields of %d releases are known", whole)
	}
}

// same compares the versions of a surface with those of the table.
func same(t *testing.T, p *project.Project, r project.Release, s *discovery.Surface) {
	t.Helper()
	served, shown := 0, 0
	for _, state := range p.In(r.Minor) {
		if state.Served {
			served++
			if found := s.Resource(state.GroupVersion, state.Resource); found == nil || found.Kind != state.Kind || found.DeprecatedHere != state.Deprecated {
				t.Errorf("%s %s: %s %s is not as the table has it", p.Name, r.Version, state.GroupVersion, state.Resource)
			}
		}
	}
	for _, g := range s.Groups {
		for _, v := range g.Versions {
			shown += len(v.Resources)
		}
	}
	if served != shown {
		t.Errorf("%s %s: %d served, %d in the table", p.Name, r.Version, shown, served)
	}
}

func TestFind(t *testing.T) {
	table := project.New()
	for reference, want := range map[string]string{
		"cert-manager:1.19":   "v1.19.1",
		"cert-manager:v1.19":  "v1.19.1",
		"cert-manager:1.19.4": "v1.19.1",
		"cert-manager:1.99":   "the built-in table does not contain cert-manager 1.99: it contains 0.6 to",
		"cert-manager:0.1":    "the built-in table does not contain cert-manager 0.1: it contains 0.6 to",
		"certmanager:1.19":    "\"certmanager\" is not a known project; did you mean cert-manager:1.19?\n  the projects are argo-cd, ",
		"istio:1.4":           "the built-in table does not contain istio 1.4: it contains 1.5 to",
	} {
		_, r, err := table.Find(reference)
		if err != nil {
			var unknown *project.UnknownError
			if !errors.As(err, &unknown) || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%s: %v", reference, err)
			}
			continue
		}
		if r.Version != want {
			t.Errorf("%s is %s", reference, r.Version)
		}
	}
}

// TestTables: a table that differs from the format of cmd/catalog is an error.
func TestTables(t *testing.T) {
	read := func(name string) []byte {
		b, err := os.ReadFile("data/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	releases, states := read("releases.tsv"), read("versions.tsv")
	for _, bad := range []string{"", "project\n", strings.Replace(string(states), "\tserved", "\tserve", 1), strings.Replace(string(states), "\t", "", 1)} {
		if _, err := project.Decode(releases, []byte(bad)); err == nil {
			t.Errorf("%.40q is read", bad)
		}
	}
}

// TestDamagedFields: a schema with a part on a later line is an error.
func TestDamagedFields(t *testing.T) {
	for _, bad := range []string{
		"{", `{"1.0":{"surface":{},"schemas":{"a":0}}}` + "\n" + `{"items":{"ref":"#0"}}`, `{"1.0":{"surface":{},"schemas":{"a":7}}}` + "\n{}",
		`{"1.0":{"surface":{},"schemas":{"a":0}}}` + "\n" + `{"items":{"ref":"x"}}`, `{"1.0":{"schemas":{"a":0}}}` + "\n{}",
	} {
		f, err := project.DecodeFields([]byte(bad))
		if err == nil {
			_, err = f.Surface(discovery.Release{Major: 1})
		}
		if err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}
