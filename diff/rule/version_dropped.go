package rule

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

func versionDropped(r Resource, was, is *discovery.CustomResource) []Change {
	dropped := missing(missing(was.Versions, is.Versions), storedVersions(was))
	if len(dropped) == 0 {
		return nil
	}
	slices.Sort(dropped)
	versions := strings.Join(dropped, ", ")
	severity, message := Info, "no longer has "+versions+"; no object is stored in it"
	if was.StoredVersions == nil {
		name := r.OldResource.Name + "." + r.GroupVersion.Group
		severity, message = Risky, "no longer has "+versions+": the API server rejects that while status.storedVersions lists it"
		if !strings.ContainsFunc(name, strange) {
			message += "; see kubectl get crd " + name + " -o jsonpath='{.status.storedVersions}'"
		}
	}
	return []Change{r.definitionChange(severity, strings.Join(dropped, ","), "", message)}
}

// strange reports a character that is not valid in the name of a definition. A shell could
// interpret it.
func strange(r rune) bool {
	return r != '-' && r != '.' && (r < 'a' || r > 'z') && (r < '0' || r > '9')
}
