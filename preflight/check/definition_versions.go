package check

import (
	"maps"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func checkCustomVersions(in preflight.Input) found {
	users, ends := customUsers(in), customEnds(in)
	return each(in.CRDs, noDefinitions, func(f *found, c *evidence.CRD) {
		for _, v := range c.Versions {
			gv := discovery.GroupVersion{Group: c.Group, Version: v.Name}
			by, end := users[gv.WithResource(c.Plural)], ends[gv.WithResource(c.Plural)]
			switch {
			case !v.Served:
			case v.Deprecated && v.Storage:
				f.add(customItem(c, gv, "objects are stored in it", "", end))
			case v.Deprecated && by != "":
				f.add(customItem(c, gv, "it is in use", by, end))
			case end != "":
				f.add(ofDefinition(c, rule.Info, "%s %s is served here; %s", gv, c.Kind, end)).Value = gv.Version
			}
		}
	})
}

func customItem(c *evidence.CRD, gv discovery.GroupVersion, how, by, end string) preflight.Item {
	how += phrase.With("; ", end)
	it := ofDefinition(c, rule.Deprecation, "%s %s is deprecated by its definition, and %s", gv, c.Kind, how)
	it.Value, it.Source = gv.Version, by
	return it
}

// customUsers returns who uses which version of which resource.
func customUsers(in preflight.Input) map[discovery.GroupVersionResource]string {
	out := map[discovery.GroupVersionResource]string{}
	for _, u := range in.Usage {
		if u.Order != evidence.Overtaken {
			out[u.Version.WithResource(u.Object.Resource)] = source(u)
		}
	}
	for _, r := range in.Requested {
		if r.Value > 0 {
			out[discovery.GroupVersion{Group: r.Group, Version: r.Version}.WithResource(r.Resource)] = "apiserver_requested_deprecated_apis" + since(in)
		}
	}
	return out
}

// customEnds returns, for versions of custom resources, the release of their project that no longer
// serves them. If several projects define a resource (the channels of the Gateway API), all of them
// must have removed the version.
func customEnds(in preflight.Input) map[discovery.GroupVersionResource]string {
	out, still := map[discovery.GroupVersionResource]string{}, map[discovery.GroupVersionResource]bool{}
	for _, l := range in.Customs {
		at := l.GroupVersion.WithResource(l.Resource)
		still[at] = still[at] || !l.Unserved.Known()
		out[at] = l.Project + " does not serve it from " + l.Unserved.String() + " on"
	}
	maps.DeleteFunc(out, func(at discovery.GroupVersionResource, _ string) bool { return still[at] })
	return out
}

// stored adds the items of the versions in which objects of a definition may be stored.
func (f *found) stored(c *evidence.CRD) {
	for _, stored := range c.StoredVersions {
		severity, what := rule.Deprecation, "have objects stored as "+stored
		switch v := slice.Find(c.Versions, func(v *evidence.CRDVersion) bool { return v.Name == stored }); {
		case v == nil:
			severity, what = rule.Breaking, "have objects stored as "+quoted(stored)+", which the definition does not have: they cannot be read"
		case !v.Served:
			// The API server still reads these objects. It rejects only a definition without the
			// version.
			what += ", which is not served: they must be migrated before the version is removed from the definition"
		case v.Deprecated:
			what += ", which is deprecated"
		case !v.Storage:
			what = "still " + what + ", which is no longer the storage version"
		default:
			continue
		}
		it := f.add(ofDefinition(c, severity, "%s may %s", c.Name, what))
		it.Field, it.Value = "status.storedVersions", stored
	}
}

func checkDefinitionEstablished(in preflight.Input) found {
	return each(in.CRDs, noDefinitions, func(f *found, c *evidence.CRD) {
		if !c.Established {
			it := f.add(ofDefinition(c, rule.Risky, "%s is not established: its objects are not served", c.Name))
			it.Commands = []string{"kubectl get crd " + phrase.Word(c.Name) + " -o jsonpath='{.status.conditions}'"}
		}
	})
}
