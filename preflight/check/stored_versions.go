package check

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func storedVersions() definition {
	return definition{Check: preflight.Check{
		ID: "crd-stored-versions", Title: "Every stored version of a custom resource is served", Severity: rule.Breaking, Phase: preflight.ControlPlane, Required: true, Since: "0.3.0",
		Doc: "`status.storedVersions` lists the versions in which objects may be stored in etcd. Objects in a version that the definition no longer has cannot be " +
			"read; a version that is not served is the step before that. If a stored version is deprecated, or is not the storage version, migrate its objects " +
			"before the version is removed.",
		Migration: "Write every object again (`kubectl get … -o json | kubectl replace -f -`, or a StorageVersionMigration), then remove the version from " +
			"`status.storedVersions`.",
		Needs: []evidence.Resource{evidence.Definitions},
	}, check: checkStored}
}

func checkStored(in preflight.Input) (f found) {
	if len(in.CRDs) == 0 {
		return doesNotApply("there are no custom resource definitions")
	}
	for c := range slice.Each(in.CRDs) {
		for _, stored := range c.StoredVersions {
			if it, wrong := storedItem(c, stored); wrong {
				it.Field, it.Value = "status.storedVersions", stored
				f.add(it)
			}
		}
	}
	return f
}

func storedItem(c *evidence.CRD, stored string) (preflight.Item, bool) {
	at := slices.IndexFunc(c.Versions, func(v evidence.CRDVersion) bool { return v.Name == stored })
	if at < 0 {
		return ofDefinition(c, rule.Breaking, "%s may have objects stored as %s, which the definition does not have: they cannot be read", c.Name, quoted(stored)), true
	}
	v := c.Versions[at]
	switch {
	case !v.Served:
		// The API server still reads these objects. It rejects only a definition without the
		// version.
		return ofDefinition(c, rule.Deprecation, "%s may have objects stored as %s, which is not served: they must be migrated before the version is removed from the definition", c.Name, stored), true
	case v.Deprecated:
		return ofDefinition(c, rule.Deprecation, "%s may have objects stored as %s, which is deprecated", c.Name, stored), true
	case !v.Storage:
		return ofDefinition(c, rule.Deprecation, "%s may still have objects stored as %s, which is no longer the storage version", c.Name, stored), true
	}
	return preflight.Item{}, false
}
