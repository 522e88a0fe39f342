package collect

import (
	"cmp"
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/registered"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// versions has the old versions of kinds: those that are deprecated or removed by a release up to
// the target, or that the cluster itself reports as deprecated.
type versions struct {
	old map[discovery.GroupVersionKind]bool
	// live are the old versions at which the cluster accepts writes. An entry of managedFields at a
	// removed version is from a manager that has not written since. In the manifest of a Helm
	// release, a removed version prevents the next upgrade of the release.
	live map[discovery.GroupVersionKind]bool
	// ending are the kinds whose stored objects a release on the way cannot read.
	ending map[discovery.GroupKind]discovery.Release
	// kinds of Kubernetes have an old version. They are identified by resource and kind, without the
	// group, because Ingress moved from one group to another. custom are those of other groups, with
	// the group: a Workload of Kueue is none of scheduling.k8s.io.
	kinds  map[resourceKind]bool
	custom map[evidence.Resource]bool
	// own are the API groups of Kubernetes.
	own map[string]bool
	// resources are by version and kind, for manifests, which have only kinds.
	resources map[discovery.GroupVersionKind]string
}

type resourceKind struct{ resource, kind string }

// releaseOf returns the cluster's release, or that of the options if the surface does not have it.
func releaseOf(s *discovery.Surface, o Options) discovery.Release {
	if s != nil && s.Release.Known() {
		return s.Release
	}
	return o.From
}

func newVersions(s *discovery.Surface, o Options) *versions {
	v := &versions{old: map[discovery.GroupVersionKind]bool{}, live: map[discovery.GroupVersionKind]bool{}, kinds: map[resourceKind]bool{}, custom: map[evidence.Resource]bool{}, own: map[string]bool{}, resources: map[discovery.GroupVersionKind]string{}}
	from := releaseOf(s, o)
	// The table is built in. If it is broken, the check reports that.
	if table, err := registered.Known(); err == nil && table.Covers(from) {
		v.ending = table.Unreadable(from, o.To)
	}
	for l := range slice.Each(o.Lifecycles) {
		v.own[l.Group] = true
		v.resources[l.GroupVersion.WithKind(l.Kind)] = l.Resource
		if o.To.Known() && (l.DeprecatedIn(o.To) || l.Removed.AtOrBefore(o.To)) {
			v.old[l.GroupVersion.WithKind(l.Kind)] = true
			v.addLive(s, l, from)
		}
		if _, ending := v.ending[discovery.GroupKind{Group: l.Group, Kind: l.Kind}]; ending && l.In(from) {
			v.kinds[resourceKind{l.Resource, l.Kind}] = true
		}
	}
	for gv, r := range s.EachResource() {
		if r.DeprecatedHere || o.Old != nil && o.Old(gv.WithKind(r.Kind)) {
			v.old[gv.WithKind(r.Kind)] = true
			v.live[gv.WithKind(r.Kind)] = true
			v.watch(gv.Group, r)
		}
	}
	return v
}

// addLive adds an old version that the cluster serves. If the cluster's release is not known, it
// may be any release with managedFields (1.16 or later).
func (v *versions) addLive(s *discovery.Surface, l *discovery.ResourceLifecycle, from discovery.Release) {
	if l.Removed.AtOrBefore(cmp.Or(from, discovery.Release{Major: 1, Minor: 15})) && s.Resource(l.GroupVersion, l.Resource) == nil {
		return
	}
	v.live[l.GroupVersion.WithKind(l.Kind)] = true
	v.kinds[resourceKind{l.Resource, l.Kind}] = true
}

func (v *versions) watch(group string, r *discovery.Resource) {
	if v.own[group] {
		v.kinds[resourceKind{r.Name, r.Kind}] = true
		return
	}
	v.custom[evidence.Resource{Group: group, Name: r.Name}] = true
}

// watched reports whether objects of the kind may have been written at an old version.
func (v *versions) watched(group, resource, kind string) bool {
	if v.own[group] {
		return v.kinds[resourceKind{resource, kind}]
	}
	return v.custom[evidence.Resource{Group: group, Name: resource}]
}

// served is a resource and the version at which it is listed.
type served struct {
	gv       discovery.GroupVersion
	resource *discovery.Resource
}

func (s served) key() evidence.Resource {
	return evidence.Resource{Group: s.gv.Group, Name: s.resource.Name}
}

func (s served) gvk() discovery.GroupVersionKind {
	return s.gv.WithKind(s.resource.Kind)
}

// path returns the path of all objects of the resource, or of those in a namespace.
func (s served) path(namespace string) string {
	return s.gv.Path() + phrase.With("/namespaces/", namespace) + "/" + s.resource.Name
}

// choose returns the version at which a resource is listed. It prefers a version that is not old,
// because the API server counts requests for deprecated versions and returns warnings. It prefers
// the most stable version of Kubernetes' own resources, and the server's preferred version of
// others.
func (v *versions) choose(s *discovery.Surface, key evidence.Resource) (served, bool) {
	g := s.Group(key.Group)
	if g == nil {
		return served{}, false
	}
	var all []served
	for i := range g.Versions {
		gv := discovery.GroupVersion{Group: g.Name, Version: g.Versions[i].Name}
		if r := g.Versions[i].Resource(key.Name); r != nil && listable(r) {
			all = append(all, served{gv, r})
		}
	}
	if len(all) == 0 {
		return served{}, false
	}
	order.Stably(all, func(a, b served) int {
		c := cmp.Compare(rank(v.isOld(a)), rank(v.isOld(b)))
		if c == 0 && v.own[key.Group] {
			c = discovery.CompareVersion(a.gv.Version, b.gv.Version)
		}
		return c
	})
	return all[0], true
}

func (v *versions) isOld(s served) bool { return v.old[s.gvk()] }

func rank(last bool) int {
	if last {
		return 1
	}
	return 0
}

// listable reports whether a resource can be listed, or may be because its verbs are not known.
func listable(r *discovery.Resource) bool {
	if r.Disabled || r.Name == "" || !discovery.PathSegment(r.Name) {
		return false
	}
	if len(r.Verbs) == 0 {
		return !discovery.IsRequest(r.Kind)
	}
	return slices.Contains(r.Verbs, "list")
}

// moved reports whether the same objects are served in another group of Kubernetes at a version
// that is not old. They are listed there.
func (v *versions) moved(s *discovery.Surface, here served) bool {
	if !v.own[here.gv.Group] || !v.isOld(here) {
		return false
	}
	for _, g := range s.Groups {
		if g.Name == here.gv.Group || !v.own[g.Name] {
			continue
		}
		there, has := v.choose(s, evidence.Resource{Group: g.Name, Name: here.resource.Name})
		if has && there.resource.Kind == here.resource.Kind && !v.isOld(there) {
			return true
		}
	}
	return false
}
