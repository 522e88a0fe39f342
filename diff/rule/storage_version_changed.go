package rule

import "github.com/kubedelta/kubedelta/discovery"

func storageVersionChanged(r Resource, was, is *discovery.CustomResource) []Change {
	if was.StorageVersion == is.StorageVersion {
		return nil
	}
	return []Change{r.definitionChange(Risky, was.StorageVersion, is.StorageVersion,
		"is stored as "+is.StorageVersion+", was stored as "+was.StorageVersion)}
}
