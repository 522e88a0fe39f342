package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// managedObjects sums up the objects that Kubernetes' own controllers write, one
// item for each resource and version: nobody has to do anything about them.
func (f *found) managedObjects(in preflight.Input, l lives, want fate) {
	type class struct {
		evidence.Resource
		discovery.GroupVersion
	}
	counts := map[class]int{}
	for _, use := range in.Usage {
		if use.Managed {
			counts[class{evidence.Resource{Group: use.Object.Group, Name: use.Object.Resource}, use.Version}]++
		}
	}
	for _, n := range in.Unlisted {
		if n.Managed && n.Rule == "" {
			counts[class{n.Resource, n.Version}] += n.Count
		}
	}
	for c, n := range counts {
		u := l.judge(in, c.GroupVersion, c.Name, "", discovery.Release{})
		if _, tell := u.severity(want); !tell {
			continue
		}
		if u.life != nil { // nobody has to move to a replacement
			life := *u.life
			life.Replacement, u.life = nil, &life
		}
		it := ofCluster(rule.Info, "%s of %s written by Kubernetes itself as %s%s: nobody needs to do anything about them", rule.Count(n, "object"), c.Resource, u.gv, u.becomes())
		u.fill(&it)
		it.Field, it.Value = c.Resource.String(), "managed"
		f.add(it)
	}
}

// ownRequest: a server asks for the version itself, so that the series of
// apiserver_requested_deprecated_apis is there without any user. On servers of 1.24
// to 1.37 with nothing but kube-controller-manager and kube-scheduler it was the
// only one: v1 Endpoints, deprecated from 1.33 on, which the endpoints controller
// writes (fixtures/e2e, TestUntouched).
func ownRequest(r evidence.Requested) bool {
	return r.Group == "" && r.Version == "v1" && r.Resource == "endpoints"
}
