package rule

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

func storedVersionDropped() Rule {
	return Rule{
		ID: "stored-version-dropped", Title: "A definition no longer has a version in which objects may be stored", Severity: Breaking, Since: "0.1.0",
		Doc: "The API server rejects a definition that lacks a version that `status.storedVersions` lists. If the old side is a manifest, its storage version is " +
			"such a version. First migrate the stored objects and remove the version from the status. `old` lists the versions.",
		Example: "A CRD's release drops v1alpha1, which clusters still list in `status.storedVersions`.",
		Surface: ofDefinitions(checkStoredVersionDropped),
	}
}

func checkStoredVersionDropped(r Resource, was, is *discovery.CustomResource) []Change {
	dropped := slices.Sorted(slices.Values(missing(storedVersions(was), is.Versions)))
	if len(dropped) == 0 {
		return nil
	}
	return []Change{r.definitionChange(Breaking, strings.Join(dropped, ","), "",
		"no longer has "+strings.Join(dropped, ", ")+", which objects may be stored in")}
}

// storedVersions returns the versions in which objects may be stored. A manifest shows only the
// storage version.
func storedVersions(c *discovery.CustomResource) []string {
	if c.StoredVersions == nil {
		return []string{c.StorageVersion}
	}
	return c.StoredVersions
}
