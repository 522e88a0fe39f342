package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func deprecatedCustomVersions() definition {
	return definition{Check: preflight.Check{
		ID: "crd-deprecated-versions", Title: "Nobody uses deprecated versions of custom resources", Severity: rule.Deprecation, Phase: preflight.Either, Required: false, Since: "0.3.0",
		Doc: "A definition can call a served version deprecated. Its use shows in `apiserver_requested_deprecated_apis`, in managedFields, and in the storage " +
			"version. A later release of the operator takes such versions away, not an upgrade of Kubernetes.",
		Remedy: "Write the objects at the version that the definition stores.",
		Needs:  []evidence.Resource{evidence.Definitions, evidence.Metrics},
	}, judge: judgeCustomVersions}
}

func judgeCustomVersions(in preflight.Input) (f found) {
	if len(in.CRDs) == 0 {
		return doesNotApply("there are no custom resource definitions")
	}
	users := customUsers(in)
	for i := range in.CRDs {
		c := &in.CRDs[i]
		for _, v := range c.Versions {
			if !v.Deprecated || !v.Served {
				continue
			}
			gv := discovery.GroupVersion{Group: c.Group, Version: v.Name}
			switch by := users[versionOf{gv, c.Plural}]; {
			case v.Storage:
				f.add(customItem(c, gv, "it is the version that objects are stored in", ""))
			case by != "":
				f.add(customItem(c, gv, "it is in use", by))
			}
		}
	}
	return f
}

func customItem(c *evidence.CRD, gv discovery.GroupVersion, how, by string) preflight.Item {
	it := ofDefinition(c, rule.Deprecation, "%s %s is deprecated by its definition, and %s", gv, c.Kind, how)
	it.Value, it.Source = gv.Version, by
	return it
}

// customUsers tells who uses which version of what.
func customUsers(in preflight.Input) map[versionOf]string {
	out := map[versionOf]string{}
	for _, u := range in.Usage {
		if u.Order != evidence.Overtaken {
			out[versionOf{u.Version, u.Object.Resource}] = source(u)
		}
	}
	for _, r := range in.Requested {
		if r.Value > 0 {
			out[versionOf{discovery.GroupVersion{Group: r.Group, Version: r.Version}, r.Resource}] = "apiserver_requested_deprecated_apis" + since(in)
		}
	}
	return out
}
