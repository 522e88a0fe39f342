package surfaces

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/cmd/catalog/plans"
	"github.com/kubedelta/kubedelta/discovery"
)

// resourceKey names a resource of a group-version.
type resourceKey struct {
	gv       discovery.GroupVersion
	resource string
}

// seen is the releases that show a resource.
type seen struct {
	first, last int // minors
	kind        string
	described   discovery.Lifecycle
}

// lifecyclesOf joins the observations of releases with the plans in the tags of k8s.io/api and with
// descriptions. Observations take precedence: plans are outdated, and those of alpha versions are
// often wrong.
func lifecyclesOf(surfaces []*discovery.Surface) ([]discovery.ResourceLifecycle, error) {
	planned, err := plans.Table()
	if err != nil {
		return nil, err
	}
	all := map[resourceKey]*seen{}
	for minor, s := range surfaces {
		look(all, minor, s)
	}
	early := earlyBetas(all)
	var lifecycles []discovery.ResourceLifecycle
	for _, k := range slices.SortedFunc(maps.Keys(all), compareKeys) {
		at := all[k]
		l := discovery.ResourceLifecycle{GroupVersion: k.gv, Resource: k.resource, Kind: at.kind, Lifecycle: at.described}
		plan := planned[discovery.GroupVersionKind{Group: k.gv.Group, Version: k.gv.Version, Kind: at.kind}]
		settle(&l, plan, at)
		l.Enabled = enabledByDefault(k, early)
		lifecycles = append(lifecycles, l)
		for minor, s := range surfaces {
			if err := served(&l, minor, s); err != nil {
				return nil, err
			}
		}
	}
	return lifecycles, nil
}

// served compares a lifecycle with the standard server of a release.
func served(l *discovery.ResourceLifecycle, minor int, s *discovery.Surface) error {
	r := s.Resource(l.GroupVersion, l.Resource)
	if r == nil || s.Fidelity.Names == discovery.None {
		return nil // there is none, or no server was read
	}
	if release := (discovery.Release{Major: 1, Minor: minor}); l.ServedByDefaultIn(release) == r.Disabled {
		return fmt.Errorf("%s %s in %s: the server serves it by default: %t, its life says %t", l.GroupVersion, l.Resource, release, !r.Disabled, l.ServedByDefaultIn(release))
	}
	return nil
}

// settle sets a lifecycle from the plan, corrected by observations.
func settle(l *discovery.ResourceLifecycle, plan discovery.Lifecycle, at *seen) {
	l.Introduced = discovery.Release{Major: 1, Minor: at.first}
	if !l.Deprecated.Known() {
		l.Deprecated = plan.Deprecated
	}
	if l.Replacement == nil {
		l.Replacement = plan.Replacement
	}
	end := discovery.Release{Major: 1, Minor: at.last + 1}
	switch {
	case plan.Removed.Known() && plan.Removed.Compare(end) < 0 && discovery.StabilityOf(l.Version) != discovery.Alpha:
		// The tables contain it for more releases than default servers served it: in 1.16 and 1.17,
		// extensions/v1beta1 and apps/v1beta1 could be enabled again.
		l.Removed, l.Gone = plan.Removed, end
	case at.last < discovery.NewestMinor:
		l.Removed = end
	case plan.Removed.Compare(end) >= 0:
		l.Removed = plan.Removed
	}
	// An alpha version that was removed before its planned deprecation was never deprecated.
	if l.Removed.Known() && l.Removed.AtOrBefore(l.Deprecated) {
		l.Deprecated = discovery.Release{}
	}
}

// look records the resources of a release.
func look(all map[resourceKey]*seen, minor int, s *discovery.Surface) {
	for _, g := range s.Groups {
		for _, v := range g.Versions {
			gv := discovery.GroupVersion{Group: g.Name, Version: v.Name}
			for i := range v.Resources {
				r := &v.Resources[i]
				k := resourceKey{gv, r.Name}
				if all[k] == nil {
					all[k] = &seen{first: minor}
				}
				all[k].last, all[k].kind = minor, r.Kind
				describe(&all[k].described, minor, s, gv, r)
			}
		}
	}
}

// describe records a deprecation from the description of the type, and its withdrawal if a later
// description no longer has it. Only documents have descriptions.
func describe(l *discovery.Lifecycle, minor int, s *discovery.Surface, gv discovery.GroupVersion, r *discovery.Resource) {
	schema := s.Schema(gv, r.Schema)
	if schema == nil || schema.Description == "" {
		return
	}
	release := discovery.Release{Major: 1, Minor: minor}
	d, deprecated := typeDeprecation(schema.Description)
	switch {
	case deprecated && !l.Deprecated.Known():
		l.Deprecated = release
		if d.Since.Known() {
			l.Deprecated = d.Since
		}
		l.Replacement = replacement(s, d)
	case !deprecated && l.Deprecated.Known() && !l.Withdrawn.Known():
		l.Withdrawn = release
	}
}

// replacement returns the type that a description names as in Go code, where the package is the
// first label of the group.
func replacement(s *discovery.Surface, d told) *discovery.GroupVersionKind {
	for _, g := range s.Groups {
		label, _, _ := strings.Cut(g.Name, ".")
		if label == d.Package && g.Version(d.Version) != nil {
			return &discovery.GroupVersionKind{Group: g.Name, Version: d.Version, Kind: d.Kind}
		}
	}
	return nil
}

// earlyBetas returns the resources that had a beta version before 1.24.
func earlyBetas(all map[resourceKey]*seen) map[resourceKey]bool {
	early := map[resourceKey]bool{}
	for k, at := range all {
		if discovery.StabilityOf(k.gv.Version) == discovery.Beta && at.first < 24 {
			early[resourceKey{discovery.GroupVersion{Group: k.gv.Group}, k.resource}] = true
		}
	}
	return early
}

// enabledByDefault implements KEP-3136: since 1.24 new betas are off by default, except for a new
// beta version of an earlier beta. Alphas were never on.
func enabledByDefault(k resourceKey, early map[resourceKey]bool) bool {
	switch discovery.StabilityOf(k.gv.Version) {
	case discovery.Stable:
		return true
	case discovery.Beta:
		return early[resourceKey{discovery.GroupVersion{Group: k.gv.Group}, k.resource}]
	default:
		return false
	}
}

func compareKeys(a, b resourceKey) int {
	return cmp.Or(discovery.CompareGroupVersion(a.gv, b.gv), strings.Compare(a.resource, b.resource))
}
