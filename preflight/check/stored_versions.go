package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

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
