package api_test

import (
	"context"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/usage/api"
)

func table(t *testing.T, to discovery.Release) (*api.Table, *discovery.Surface, []discovery.ResourceLifecycle) {
	t.Helper()
	c := catalog.New()
	surface, err := c.Load(context.Background(), to)
	if err != nil {
		t.Fatal(err)
	}
	lifecycles, err := c.Lifecycles()
	if err != nil {
		t.Fatal(err)
	}
	groups, err := c.Groups()
	if err != nil {
		t.Fatal(err)
	}
	all, err := api.New(checker.Target{To: surface, Lifecycles: lifecycles, Groups: groups})
	if err != nil {
		t.Fatal(err)
	}
	return all, surface, lifecycles
}

// TestServed checks that there is no finding for APIs that the target serves and does not
// deprecate.
func TestServed(t *testing.T) {
	t.Parallel()
	for _, minor := range []int{16, 22, 25, 33, discovery.NewestMinor} {
		to := discovery.Release{Major: 1, Minor: minor}
		all, surface, _ := table(t, to)
		n := 0
		for _, g := range surface.Groups {
			for _, v := range g.Versions {
				for _, r := range v.Resources {
					if r.Disabled {
						continue
					}
					a := all.Of(discovery.GroupVersion{Group: g.Name, Version: v.Name}, r.Name)
					switch {
					case a == nil || a.Unchecked:
						t.Errorf("%s: %s/%s %s is not judged", to, g.Name, v.Name, r.Name)
					case r.Lifecycle.DeprecatedIn(to) != (a.Found != nil):
						t.Errorf("%s: %s is deprecated: %v, found: %v", to, a.Name(), r.Lifecycle.DeprecatedIn(to), a.Found)
					}
					n++
				}
			}
		}
		if n < 50 {
			t.Errorf("%s: only %d resources", to, n)
		}
	}
}

// TestRemoved checks that every removed resource is found, with the release of its removal.
func TestRemoved(t *testing.T) {
	t.Parallel()
	to := discovery.Newest()
	all, _, lifecycles := table(t, to)
	n := 0
	for i := range lifecycles {
		l := &lifecycles[i]
		if !l.Enabled || !l.Removed.AtOrBefore(to) {
			continue
		}
		a := all.Of(l.GroupVersion, l.Resource)
		if a == nil || a.Found == nil || a.Found.Removed != l.Removed {
			t.Errorf("%s %s, removed in %s, is not found: %+v", l.GroupVersion, l.Resource, l.Removed, a)
		}
		n++
	}
	if n < 50 {
		t.Errorf("only %d", n)
	}
	if a := all.Of(discovery.GroupVersion{Group: "example.com", Version: "v1"}, "widgets"); a != nil {
		t.Errorf("an API that nobody knows is %+v", a)
	}
}
