package diff

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// pairs are the parts that both sides have, each list in order.
type pairs struct {
	rule.Surfaces
	groups        []rule.Group
	groupVersions []rule.GroupVersion
	resources     []rule.Resource
}

func pair(old, new *discovery.Surface, v view) pairs {
	p := pairs{Surfaces: rule.Surfaces{Old: old, New: new, HiddenOld: v.hiddenOld, HiddenNew: v.hiddenNew}}
	p.resources = graduate(pairResources(p.Surfaces, v))
	p.Surfaces.Resources = slice.Filter(p.resources, rule.Resource.Stays)
	p.groupVersions = pairGroupVersions(v)
	p.groups = pairGroups(p.Surfaces, v)
	return p
}

func pairResources(s rule.Surfaces, v view) (out []rule.Resource) {
	keys := slices.SortedFunc(maps.Keys(v.all()), func(a, b discovery.GroupVersionResource) int {
		return cmp.Or(discovery.CompareGroupVersion(a.GroupVersion, b.GroupVersion), strings.Compare(a.Resource, b.Resource))
	})
	for _, k := range keys {
		out = append(out, rule.Resource{Surfaces: s, GroupVersion: k.GroupVersion, OldResource: v.old[k], NewResource: v.new[k]})
	}
	return out
}

// graduate joins a resource that left one version of its group with the same resource in a more
// stable version that is new. If several versions left, the most preferred one graduated. If
// several are new, it graduated to the most preferred one.
func graduate(all []rule.Resource) []rule.Resource {
	came, left := map[discovery.GroupResource]int{}, map[discovery.GroupResource]int{}
	for i, r := range all {
		switch {
		case r.OldResource == nil:
			note(came, discovery.GroupResource{Group: r.GroupVersion.Group, Resource: r.NewResource.Name}, i)
		case r.NewResource == nil:
			note(left, discovery.GroupResource{Group: r.GroupVersion.Group, Resource: r.OldResource.Name}, i)
		}
	}
	drop := map[int]bool{}
	for n, to := range came {
		from, ok := left[n]
		if !ok {
			continue
		}
		was := all[from].GroupVersion.Version
		if !discovery.StabilityOf(all[to].GroupVersion.Version).MoreStableThan(discovery.StabilityOf(was)) {
			continue
		}
		all[to].From, all[to].OldResource = was, all[from].OldResource
		drop[from] = true
	}
	out := all[:0]
	for i, r := range all {
		if !drop[i] {
			out = append(out, r)
		}
	}
	return out
}

// note keeps the first index, because the resources are in the order of preference.
func note[K comparable](m map[K]int, k K, i int) {
	if _, taken := m[k]; !taken {
		m[k] = i
	}
}

func pairGroupVersions(v view) (out []rule.GroupVersion) {
	all := map[discovery.GroupVersion]*rule.GroupVersion{}
	for k := range v.all() {
		gv := all[k.GroupVersion]
		if gv == nil {
			gv = &rule.GroupVersion{Name: k.GroupVersion, Disabled: true}
			all[k.GroupVersion] = gv
		}
		was, is := v.old[k], v.new[k]
		gv.InOld, gv.InNew = gv.InOld || was != nil, gv.InNew || is != nil
		gv.Disabled = gv.Disabled && (was == nil || was.Disabled) && (is == nil || is.Disabled)
	}
	for _, gv := range slices.SortedFunc(maps.Keys(all), discovery.CompareGroupVersion) {
		out = append(out, *all[gv])
	}
	return out
}

func groupUnknown(s *discovery.Surface, group string) bool {
	return slices.ContainsFunc(s.Incomplete, func(i discovery.Incomplete) bool {
		return i.Part == discovery.PartResources && (i.GroupVersion.Group == group || i.GroupVersion.Group == discovery.Wildcard && group != "")
	})
}
