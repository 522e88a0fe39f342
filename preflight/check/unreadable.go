package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/registered"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// unreadable adds items for objects that are stored in etcd in a version that a release on the way
// cannot decode. Its API server answers lists of them with StorageReadError
// (k8s.io/apiserver/pkg/storage/etcd3/corrupt_obj_deleter.go), and is not ready (informer-sync) if
// it watches them itself.
func (f *found) unreadable(in preflight.Input, l lifecycles) {
	table, err := registered.Known()
	if err != nil {
		f.gap("the table of registered versions", err.Error())
		return
	}
	ends := table.Unreadable(stored(in), in.To)
	for _, use := range in.Usage {
		if use.By != evidence.Listed {
			continue
		}
		if e, here := endOf(in, table, ends, discovery.GroupKind{Group: use.Object.Group, Kind: use.Object.Kind}); here {
			it := f.add(e.item(l, evidence.Resource{Group: use.Object.Group, Name: use.Object.Resource}, use.Version, use.Object.Namespace != ""))
			it.Namespace, it.Name = use.Object.Namespace, use.Object.Name
		}
	}
	for _, n := range in.Unlisted {
		lifecycle := l.find(n.Version, n.Resource.Name, "")
		if n.By != evidence.Listed || n.Count <= 0 || lifecycle == nil {
			continue
		}
		if e, here := endOf(in, table, ends, discovery.GroupKind{Group: n.Resource.Group, Kind: lifecycle.Kind}); here {
			it := f.add(e.item(l, n.Resource, n.Version, true))
			it.Field, it.Message = n.Resource.String(), fmt.Sprintf("%d more objects: ", n.Count)+it.Message
		}
	}
}

// stored returns the release that stored the objects: the cluster's, for every hop.
func stored(in preflight.Input) discovery.Release {
	return cmp.Or(in.Server.Release, in.From)
}

// end is the end of the readable objects of a kind.
type end struct {
	discovery.GroupKind
	stored, release discovery.Release
	// rewrite is the release before it, if that can store the objects in a version that remains;
	// otherwise unknown.
	rewrite discovery.Release
}

// endOf returns the end of a kind, and whether it must be reported at this hop.
func endOf(in preflight.Input, table registered.Table, ends map[discovery.GroupKind]discovery.Release, kind discovery.GroupKind) (end, bool) {
	e := end{GroupKind: kind, stored: stored(in), release: ends[kind]}
	if !e.release.Known() || simulated(in) && e.release.AtOrBefore(in.From) {
		return e, false
	}
	before := e.release
	before.Minor--
	if _, never := table.Unreadable(before, e.release)[kind]; !never {
		e.rewrite = before
	}
	return e, true
}

func (e end) item(l lifecycles, key evidence.Resource, gv discovery.GroupVersion, namespaced bool) preflight.Item {
	it := named(gv.String(), e.Kind, "", "", rule.Breaking, "%s has stored it in a version of %s that %s cannot read", e.stored, key, e.release)
	it.Value, it.Word, it.Source = "stored", true, "the list of "+key.String()
	it.Removed, it.Before = e.release, hop(e.release)
	name, scope := strings.Join([]string{key.Name, gv.Version, key.Group}, "."), ""
	if namespaced {
		scope = " --all-namespaces"
	}
	save := "kubectl get " + phrase.Word(name) + scope + " --output yaml > " + phrase.Word(key.String()+".yaml")
	if e.rewrite.Known() {
		it.Severity, it.Likely = rule.Risky, true
		it.Message += ", unless it was written again later"
		it.Migration = []string{"write it again when the cluster runs " + e.rewrite.String() + ", which stores it in a version that the next release can read"}
		it.Commands = []string{"kubectl get " + phrase.Word(key.String()) + scope + " --output json | kubectl replace -f -"}
		return it
	}
	it.Migration = []string{"save it, and delete it before the API server is upgraded: afterwards it can be neither read nor deleted"}
	it.Commands = []string{save, "kubectl delete " + phrase.Word(name) + " --all" + scope}
	if now := l.versionsIn(e.GroupKind, e.release); len(now) > 0 {
		it.Message += ": lists of " + key.String() + " fail until it is deleted"
		it.Migration = append(it.Migration, "write it again as "+rule.First(now, 2)+" after the upgrade")
	}
	return it
}

// versionsIn returns the versions in which a release has a kind, the most stable first.
func (l lifecycles) versionsIn(kind discovery.GroupKind, r discovery.Release) (versions []string) {
	for at, lifecycle := range l.byKind {
		if at.Group == kind.Group && lifecycle.Kind == kind.Kind && lifecycle.In(r) {
			versions = append(versions, at.Version)
		}
	}
	slices.SortFunc(versions, discovery.CompareVersion)
	return slice.Map(slices.Compact(versions), func(v string) string { return discovery.GroupVersion{Group: kind.Group, Version: v}.String() })
}
