package check

import (
	"cmp"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
)

type versionOf struct {
	discovery.GroupVersion
	resource string
}

// lifecycles looks up the lifecycle of a version of a resource, by resource and by kind.
type lifecycles struct {
	byResource, byKind map[versionOf]*discovery.ResourceLifecycle
	// groups are the API groups that Kubernetes itself has or had.
	groups map[string]bool
}

func lifecyclesOf(in preflight.Input) lifecycles {
	l := lifecycles{map[versionOf]*discovery.ResourceLifecycle{}, map[versionOf]*discovery.ResourceLifecycle{}, map[string]bool{}}
	for lifecycle := range slice.Each(in.Lifecycles) {
		l.groups[lifecycle.Group] = true
		l.byResource[versionOf{lifecycle.GroupVersion, lifecycle.Resource}] = lifecycle
		l.byKind[versionOf{lifecycle.GroupVersion, lifecycle.Kind}] = lifecycle
	}
	return l
}

func (l lifecycles) find(gv discovery.GroupVersion, resource, kind string) *discovery.ResourceLifecycle {
	if lifecycle := l.byResource[versionOf{gv, resource}]; lifecycle != nil && resource != "" {
		return lifecycle
	}
	if kind == "" {
		return nil
	}
	return l.byKind[versionOf{gv, kind}]
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
func (l lifecycles) comes(in preflight.Input, key groupResource, version string) discovery.Release {
	lifecycle := l.find(discovery.GroupVersion{Group: key.group, Version: version}, key.resource, "")
	if lifecycle != nil && between(lifecycle.Introduced, answering(in), in.To) {
		return lifecycle.Introduced
	}
	return in.To
}

// goes returns the release on the way that removes the last of some versions; the target if the
// data does not have it.
func (l lifecycles) goes(in preflight.Input, key groupResource, versions []string) (last discovery.Release) {
	for _, v := range versions {
		at := gone(l.find(discovery.GroupVersion{Group: key.group, Version: v}, key.resource, ""))
		if between(at, answering(in), in.To) && at.Compare(last) > 0 {
			last = at
		}
	}
	return cmp.Or(last, in.To)
}
