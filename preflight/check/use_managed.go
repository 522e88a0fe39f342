package check

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// managedObjects adds one item for each resource and version of the objects that Kubernetes' own
// controllers write. They need no action.
func (f *found) managedObjects(q inquiry) {
	type class struct {
		evidence.Resource
		discovery.GroupVersion
	}
	counts := map[class]int{}
	for _, use := range q.Usage {
		if use.Managed {
			counts[class{evidence.Resource{Group: use.Object.Group, Name: use.Object.Resource}, use.Version}]++
		}
	}
	for _, n := range q.Unlisted {
		if n.Managed && n.Rule == "" {
			counts[class{n.Resource, n.Version}] += n.Count
		}
	}
	for c, n := range counts {
		u, tell := q.use(c.GroupVersion, c.Name, "", discovery.Release{})
		if !tell {
			continue
		}
		u.lifecycle.Replacement = nil // none is needed
		it := f.add(ofCluster(rule.Info, "%s of %s written by Kubernetes itself as %s%s: you do not need to do anything", rule.Count(n, "object"), c.Resource, u.gv, u.becomes()))
		u.fill(it)
		it.Field, it.Value, it.Word = c.Resource.String(), "managed", true
	}
}

// ownRequest reports whether a series of apiserver_requested_deprecated_apis exists without any
// user. The garbage collector of kube-controller-manager watches every resource that can be
// deleted, in the preferred version of its group, and kubedelta lists it in that version. If that
// version is deprecated, its series exists. New servers of 1.24 to 1.37 had no other series: v1
// Endpoints from 1.33 on, policy/v1beta1 PodSecurityPolicy in 1.24, and alpha versions that are
// enabled and will be removed.
func (l lifecycles) ownRequest(in preflight.Input, r evidence.Requested) bool {
	preferred := ""
	for at, lifecycle := range l.byResource {
		better := preferred == "" || discovery.CompareVersion(at.Version, preferred) < 0
		served := lifecycle.ServedByDefaultIn(stored(in)) || serves(in, at.GroupVersion, at.Resource)
		if at.Group == r.Group && at.Resource == r.Resource && served && better {
			preferred = at.Version
		}
	}
	return r.Subresource == "" && preferred == r.Version && watched(in, discovery.GroupVersion{Group: r.Group, Version: r.Version}, r.Resource)
}

// watched reports whether a resource can be watched.
func watched(in preflight.Input, gv discovery.GroupVersion, resource string) bool {
	for _, s := range []*discovery.Surface{in.Surface, in.Old} {
		if s == nil {
			continue
		}
		if r := s.Resource(gv, resource); r != nil && len(r.Verbs) > 0 {
			return slices.Contains(r.Verbs, "watch")
		}
	}
	return false
}
