package rule

func storageVersionChanged() Rule {
	return Rule{
		ID: "storage-version-changed", Title: "The storage version of a custom resource changed", Severity: Risky, Since: "0.1.0",
		Doc: "Objects that are written from now on are stored in the new version. Objects in etcd stay in the old version until they are written again, and the " +
			"definition must keep the old version until then. `old` and `new` are the versions.",
		Example: "A CRD's release sets `storage: true` on v1 instead of v1beta1.",
		Surface: func(s Surfaces) (changes []Change) {
			for _, r := range definitions(s) {
				changes = append(changes, checkStorageVersionChanged(r)...)
			}
			return changes
		},
	}
}

func checkStorageVersionChanged(r Resource) []Change {
	was, is := r.OldResource.Custom, r.NewResource.Custom
	if was.StorageVersion == is.StorageVersion {
		return nil
	}
	return []Change{r.definitionChange("storage-version-changed", Risky, was.StorageVersion, is.StorageVersion,
		"is stored as "+is.StorageVersion+", was stored as "+was.StorageVersion)}
}
