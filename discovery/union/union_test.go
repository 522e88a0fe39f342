package union_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/union"
)

// surface returns a surface with "group/version resource Schema" lines.
func surface(name string, source discovery.SourceKind, only []discovery.Extent, lines ...string) *discovery.Surface {
	s := &discovery.Surface{Name: name, Source: source, Only: only, Schemas: map[string]*discovery.Schema{}}
	for _, line := range lines {
		f := strings.Fields(line)
		v := s.AddGroupVersion(discovery.ParseGroupVersion(f[0]))
		v.Resources = append(v.Resources, discovery.Resource{Name: f[1], Kind: strings.ToUpper(f[1]), Schema: f[2]})
		s.Schemas[f[2]] = &discovery.Schema{Type: "object", Description: name, Properties: []discovery.Field{{Name: "m", Schema: &discovery.Schema{Ref: "Meta"}}}}
	}
	s.Schemas["Meta"] = &discovery.Schema{Description: "Meta of " + name}
	return s
}

func own() []discovery.Extent {
	return []discovery.Extent{{Group: "", Version: "*", Resource: "*"}, {Group: "apps", Version: "*", Resource: "*"}}
}

func release(name string) *discovery.Surface {
	return surface(name, discovery.SourceCatalog, own(), "v1 pods Pod", "apps/v1 deployments Deployment")
}

func folder(name string, lines ...string) *discovery.Surface {
	return surface(name, discovery.SourceCRD, []discovery.Extent{{Group: "example.com", Version: "*", Resource: "widgets"}}, lines...)
}

func TestOf(t *testing.T) {
	t.Parallel()
	cluster := surface("context:a", discovery.SourceCluster, nil, "v1 pods Pod", "apps/v1beta1 deployments Deployment", "example.com/v1 widgets Widget", "other.io/v1 things Thing")
	cluster.Incomplete = []discovery.Incomplete{
		{GroupVersion: discovery.GroupVersion{Group: "apps", Version: "v2"}}, {GroupVersion: discovery.GroupVersion{Group: "metrics.io", Version: "v1"}},
	}
	crds := folder("./crds", "example.com/v1 widgets Widget", "example.com/v1beta1 widgets OldWidget")
	crds.Incomplete = []discovery.Incomplete{{GroupVersion: discovery.GroupVersion{Version: "./crds/torn.yaml"}}}
	u := union.Of([]*discovery.Surface{release("1.36"), crds, cluster}, own())
	if len(u.Targets) != 1 || u.Name() != "Kubernetes 1.36 with ./crds and context:a" || u.Targets[0].Name != u.Name() {
		t.Fatalf("%d targets, called %q", len(u.Targets), u.Name())
	}
	to := u.Targets[0]
	gv := discovery.ParseGroupVersion
	if to.GroupVersion(gv("apps/v1beta1")) != nil || to.Resource(gv("other.io/v1"), "things") == nil || to.Resource(gv("example.com/v1beta1"), "widgets") == nil {
		t.Error("Kubernetes' own APIs are not those of the release, or others are missing")
	}
	// Each schema, with what it refers to, is that of the surface that defines the resource.
	for apiVersion, want := range map[string]string{"v1 Pod": "1.36", "example.com/v1 Widget": "./crds", "other.io/v1 Thing": "context:a"} {
		version, name, _ := strings.Cut(apiVersion, " ")
		if s := to.Schema(gv(version), name); s == nil || s.Description != want || to.Schema(gv(version), "Meta").Description != "Meta of "+want {
			t.Errorf("%s: %+v", apiVersion, s)
		}
	}
	if to.Only != nil || len(to.Incomplete) != 1 || to.Incomplete[0].GroupVersion.Group != "metrics.io" {
		t.Errorf("it speaks of %v, and lacks %v", to.Only, to.Incomplete)
	}
	if len(u.Members[1].Incomplete) != 1 || len(u.Members[2].Incomplete) != 1 {
		t.Errorf("the members lack %v and %v", u.Members[1].Incomplete, u.Members[2].Incomplete)
	}
	if want := []string{"widgets.example.com: ./crds serves v1 and v1beta1, context:a serves v1; a version that one of them serves counts as served; for a version that several serve, the definition of ./crds is used"}; !reflect.DeepEqual(u.Notes, want) {
		t.Errorf("notes %q", u.Notes)
	}
}

// TestTargets tests which targets result, and their names.
func TestTargets(t *testing.T) {
	t.Parallel()
	a, b := surface("context:a", discovery.SourceCluster, nil, "v1 pods Pod", "a.io/v1 as A"), surface("context:b", discovery.SourceCluster, nil, "v1 pods Pod", "b.io/v1 bs B")
	for _, c := range []struct {
		surfaces []*discovery.Surface
		name     string
		targets  []string
	}{
		{[]*discovery.Surface{release("1.36")}, "Kubernetes 1.36", []string{"Kubernetes 1.36"}},
		{[]*discovery.Surface{release("1.36"), release("1.36")}, "Kubernetes 1.36", []string{"Kubernetes 1.36"}},
		{[]*discovery.Surface{release("1.24"), release("1.36")}, "Kubernetes 1.24 and Kubernetes 1.36", []string{"Kubernetes 1.24", "Kubernetes 1.36"}},
		{[]*discovery.Surface{folder("./x", "x.io/v1 xs X"), release("1.24"), release("1.36")}, "Kubernetes 1.24 and Kubernetes 1.36 with ./x", []string{"Kubernetes 1.24", "Kubernetes 1.36"}},
		{[]*discovery.Surface{a, b}, "context:a and context:b", []string{"context:a", "context:b"}},
		{[]*discovery.Surface{folder("./x", "x.io/v1 xs X"), folder("./y", "x.io/v1 ys Y")}, "./x and ./y", []string{"./x and ./y"}},
		{[]*discovery.Surface{folder("./x", "x.io/v1 xs X"), a}, "context:a with ./x", []string{"context:a"}},
	} {
		u := union.Of(c.surfaces, own())
		if u.Name() != c.name || !reflect.DeepEqual(u.Names, c.targets) || len(u.Targets) != len(c.targets) || len(u.Notes) != 0 {
			t.Errorf("%s: called %q, targets %q, notes %q", c.name, u.Name(), u.Names, u.Notes)
		}
	}
	u := union.Of([]*discovery.Surface{a, b}, own())
	for _, to := range u.Targets {
		if to.Group("a.io") == nil || to.Group("b.io") == nil {
			t.Errorf("%s lacks what the other cluster serves", to.Name)
		}
	}
}
