package project

import (
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// lifecycles returns the lifecycles of all versions that any release serves.
func (p *Project) lifecycles() (lifecycles []discovery.CustomLifecycle) {
	at := map[discovery.GroupVersionResource]int{}
	for _, s := range p.States {
		if !s.Served {
			continue
		}
		k := s.GroupVersion.WithResource(s.Resource)
		i, known := at[k]
		if !known {
			i = len(lifecycles)
			at[k] = i
			lifecycles = append(lifecycles, discovery.CustomLifecycle{
				Project: p.Name, GroupVersion: s.GroupVersion, Resource: s.Resource, Kind: s.Kind, Introduced: s.First,
			})
		}
		l := &lifecycles[i]
		l.LastServed, l.Unserved = s.Last, p.after(s.Last)
		switch {
		case !s.Deprecated:
			l.Deprecated = discovery.Release{}
		case !l.Deprecated.Known():
			l.Deprecated = s.First
		}
	}
	now := p.In(p.Newest().Minor)
	for i := range lifecycles {
		if l := &lifecycles[i]; l.Deprecated.Known() || l.Unserved.Known() {
			l.Replacement = replacement(now, l)
		}
	}
	return lifecycles
}

// replacement returns what serves the objects of a version that is removed: another version of the
// kind, or the kind in the only other group that has it (traefik.containo.us moved to traefik.io).
func replacement(now []State, l *discovery.CustomLifecycle) *discovery.GroupVersionKind {
	var same, other *State
	groups := map[string]bool{}
	for s := range slice.Each(now) {
		switch {
		case s.Kind != l.Kind || !s.Served || s.Deprecated || s.GroupVersion == l.GroupVersion:
		case s.Group == l.Group:
			same = better(same, s)
		default:
			groups[s.Group] = true
			other = better(other, s)
		}
	}
	switch {
	case same != nil:
		return &discovery.GroupVersionKind{Group: same.Group, Version: same.Version, Kind: same.Kind}
	case len(groups) == 1 && l.Unserved.Known():
		return &discovery.GroupVersionKind{Group: other.Group, Version: other.Version, Kind: other.Kind}
	default:
		return nil
	}
}

// better returns the state with the higher version priority.
func better(a, b *State) *State {
	if a == nil || discovery.CompareVersion(b.Version, a.Version) < 0 {
		return b
	}
	return a
}
