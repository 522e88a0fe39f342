package rule

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

func storedVersionDropped() Rule {
	return Rule{
		ID: "stored-version-dropped", Title: "A version that objects may be stored in is gone from the definition", Severity: Breaking, Since: "0.1.0",
		Doc: "The API server refuses a definition without a version that `status.storedVersions` lists; where the old side is a manifest, its storage version is " +
			"such a version. Migrate the stored objects and take the version out of the status first. `old` holds the versions.",
		Example: "A CRD's release drops v1alpha1, which clusters still have in `status.storedVersions`.",
		Surface: func(s Surfaces) (changes []Change) {
			for _, r := range definitions(s) {
				changes = append(changes, checkStoredVersionDropped(r)...)
			}
			return changes
		},
	}
}

func checkStoredVersionDropped(r Resource) []Change {
	was, is := r.OldResource.Custom, r.NewResource.Custom
	dropped := slices.Sorted(slices.Values(missing(storedVersions(was), is.Versions)))
	if len(dropped) == 0 {
		return nil
	}
	return []Change{r.definitionChange("stored-version-dropped", Breaking, strings.Join(dropped, ","), "",
		"no longer has "+strings.Join(dropped, ", ")+", which objects may be stored in")}
}

// storedVersions are the versions that objects may be stored in; a manifest tells of one.
func storedVersions(c *discovery.CustomResource) []string {
	if c.StoredVersions == nil {
		return []string{c.StorageVersion}
	}
	return c.StoredVersions
}
