package rule

import "github.com/kubedelta/kubedelta/discovery"

func deprecationKnowledge(f discovery.Fidelity) discovery.Knowledge { return f.Deprecation }

func apiDeprecated() Rule {
	return Rule{
		ID: APIDeprecated, Title: "An API version became deprecated", Severity: Deprecation, Since: "0.1.0",
		Doc: "Both sides serve this version of the resource, and the new side deprecates it: it works, clients get a warning, and it is no longer served from the " +
			"release in `removed`. Kubernetes does not remove a stable version within a major version.",
		Example: "1.24 deprecates `storage.k8s.io/v1beta1` CSIStorageCapacity, removed in 1.27; use `storage.k8s.io/v1`.",
		Needs:   deprecationKnowledge, Aspect: "deprecation of versions",
		Resource: checkAPIDeprecated,
	}
}

func checkAPIDeprecated(r Resource) []Change {
	if !r.Stays() || isDeprecated(r.Old, r.OldResource) || !isDeprecated(r.New, r.NewResource) {
		return nil
	}
	c := r.kindChange(Deprecation)
	c.Replacement = successor(r.New, r.GroupVersion, r.NewResource)
	return []Change{c.says("is deprecated" + useInstead(c.Replacement))}
}

// isDeprecated reports whether a version is deprecated in the side's release, by its lifecycle or
// by the source itself.
func isDeprecated(s *discovery.Surface, r *discovery.Resource) bool {
	return r.DeprecatedHere || r.Lifecycle.DeprecatedIn(s.Release)
}
