package rule

import "github.com/kubedelta/kubedelta/discovery"

func storageVersionChanged() Rule {
	return Rule{
		ID: "storage-version-changed", Title: "The storage version of a custom resource changed", Severity: Risky, Since: "0.1.0",
		Doc: "Objects that are written from now on are stored in the new version. Objects in etcd stay in the old version until they are written again, and the " +
			"definition must keep the old version until then. `old` and `new` are the versions.",
		Example: "A CRD's release sets `storage: true` on v1 instead of v1beta1.",
		Surface: ofDefinitions(checkStorageVersionChanged),
	}
}

func checkStorageVersionChanged(r Resource, was, is *discovery.CustomResource) []Change {
	if was.StorageVersion == is.StorageVersion {
		return nil
	}
	return []Change{r.definitionChange(Risky, was.StorageVersion, is.StorageVersion,
		"is stored as "+is.StorageVersion+", was stored as "+was.StorageVersion)}
}
