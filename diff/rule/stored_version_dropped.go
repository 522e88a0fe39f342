package rule

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

func storedVersionDropped(r Resource, was, is *discovery.CustomResource) []Change {
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
