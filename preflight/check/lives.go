package check

import (
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
)

// versionOf names a version of a resource.
type versionOf struct {
	discovery.GroupVersion
	resource string
}

// lives looks up the life of each version of each resource, by resource and by
// kind.
type lives struct {
	byResource, byKind map[versionOf]*discovery.Life
	// groups are those that Kubernetes itself has or had.
	groups map[string]bool
}

func livesOf(in preflight.Input) lives {
	l := lives{map[versionOf]*discovery.Life{}, map[versionOf]*discovery.Life{}, map[string]bool{}}
	for life := range slice.Each(in.Lives) {
		l.groups[life.Group] = true
		l.byResource[versionOf{life.GroupVersion, life.Resource}] = life
		l.byKind[versionOf{life.GroupVersion, life.Kind}] = life
	}
	return l
}

func (l lives) find(gv discovery.GroupVersion, resource, kind string) *discovery.Life {
	if life := l.byResource[versionOf{gv, resource}]; life != nil && resource != "" {
		return life
	}
	if kind == "" {
		return nil
	}
	return l.byKind[versionOf{gv, kind}]
}

// gone is the release from which a default API server does not serve a version;
// unknown where no such release is planned. A version that was never on by default
// is gone when it is taken away.
func gone(l *discovery.Life) discovery.Release {
	if l.Removed.Known() {
		return l.Removed
	}
	return l.Gone
}

// comes is the release between that brings a version of a resource; the target
// where the data does not tell.
func (l lives) comes(in preflight.Input, key groupResource, version string) discovery.Release {
	life := l.find(discovery.GroupVersion{Group: key.group, Version: version}, key.resource, "")
	if life != nil && between(life.Introduced, answering(in), in.To) {
		return life.Introduced
	}
	return in.To
}

// goes is the release between that takes the last of some versions away; the
// target where the data does not tell.
func (l lives) goes(in preflight.Input, key groupResource, versions []string) (last discovery.Release) {
	for _, v := range versions {
		life := l.find(discovery.GroupVersion{Group: key.group, Version: v}, key.resource, "")
		if life != nil && between(gone(life), answering(in), in.To) && gone(life).Compare(last) > 0 {
			last = gone(life)
		}
	}
	if !last.Known() {
		return in.To
	}
	return last
}
