package check

import (
	"cmp"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
)

// lifecycles looks up the lifecycle of a version of a resource, by resource and by kind.
type lifecycles struct {
	byResource map[discovery.GroupVersionResource]*discovery.ResourceLifecycle
	byKind     map[discovery.GroupVersionKind]*discovery.ResourceLifecycle
	// groups are the API groups that Kubernetes itself has or had.
	groups map[string]bool
}

func lifecyclesOf(in preflight.Input) lifecycles {
	l := lifecycles{map[discovery.GroupVersionResource]*discovery.ResourceLifecycle{}, map[discovery.GroupVersionKind]*discovery.ResourceLifecycle{}, map[string]bool{}}
	for lifecycle := range slice.Each(in.Lifecycles) {
		l.groups[lifecycle.Group] = true
		l.byResource[lifecycle.GroupVersion.WithResource(lifecycle.Resource)] = lifecycle
		l.byKind[lifecycle.GroupVersion.WithKind(lifecycle.Kind)] = lifecycle
	}
	return l
}

func (l lifecycles) find(gv discovery.GroupVersion, resource, kind string) *discovery.ResourceLifecycle {
	if lifecycle := l.byResource[gv.WithResource(resource)]; lifecycle != nil && resource != "" {
		return lifecycle
	}
	if kind == "" {
		return nil
	}
	return l.byKind[gv.WithKind(kind)]
}

// gone returns the release from which on a default API server does not serve a version; unknown if
// no such release is planned, or if there is no lifecycle. A version that was never served by
// default is gone when it is removed.
func gone(l *discovery.ResourceLifecycle) discovery.Release {
	if l == nil {
		return discovery.Release{}
	}
	return cmp.Or(l.Removed, l.Gone)
}

// comes returns the release on the way that adds a version of a resource; the target if the data
// does not have it.
func (l lifecycles) comes(in preflight.Input, key discovery.GroupResource, version string) discovery.Release {
	lifecycle := l.find(discovery.GroupVersion{Group: key.Group, Version: version}, key.Resource, "")
	if lifecycle != nil && between(lifecycle.Introduced, answering(in), in.To) {
		return lifecycle.Introduced
	}
	return in.To
}

// goes returns the release on the way that removes the last of some versions; the target if the
// data does not have it.
func (l lifecycles) goes(in preflight.Input, key discovery.GroupResource, versions []string) (last discovery.Release) {
	for _, v := range versions {
		at := gone(l.find(discovery.GroupVersion{Group: key.Group, Version: v}, key.Resource, ""))
		if between(at, answering(in), in.To) && at.Compare(last) > 0 {
			last = at
		}
	}
	return cmp.Or(last, in.To)
}
