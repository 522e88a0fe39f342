package rule

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

func versionDropped() Rule {
	return Rule{
		ID: "version-dropped", Title: "A definition no longer has a version", Severity: Risky,
		Varies: "info if the cluster's status shows that no object is stored in it", Since: "0.4.0",
		Doc: "A definition no longer lists a version in `spec.versions`, whether it was served or not. The API server rejects such a definition while " +
			"`status.storedVersions` lists the version; a manifest does not show that. That a version is no longer served is a separate change, and versions in " +
			"which objects may be stored are reported by `stored-version-dropped`. `old` lists the versions.",
		Example: "Cluster API 1.13 drops v1alpha3 and v1alpha4, which were no longer served, from 17 definitions.",
		Surface: ofDefinitions(checkVersionDropped),
	}
}

func checkVersionDropped(r Resource, was, is *discovery.CustomResource) []Change {
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
