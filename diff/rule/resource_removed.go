package rule

import "github.com/kubedelta/kubedelta/discovery"

func resourceRemoved() Rule {
	return Rule{
		ID: "resource-removed", Title: "A resource is no longer served", Severity: Breaking,
		Varies: "risky for alpha versions", Since: "0.1.0",
		Doc: "The old side serves a resource, in one version of its group, that the new side does not: every request to it is answered " +
			"404, and manifests that name the version are refused. Stored objects are not lost while another version serves them. " +
			"What could not be read on the new side is never reported as removed.",
		Example:  "1.25 no longer serves `policy/v1beta1` PodDisruptionBudget; use `policy/v1`.",
		Resource: checkResourceRemoved,
	}
}

func checkResourceRemoved(r Resource) []Change {
	if r.OldResource == nil || r.NewResource != nil {
		return nil
	}
	c := r.change("resource-removed", breakingUnlessAlpha(r.GroupVersion.Version))
	c.Old = r.GroupVersion.String()
	c.Replacement = successor(r.New, r.GroupVersion, r.OldResource)
	c.Message = display(r.GroupVersion, c.Kind, c.Resource) + " is no longer served" + useInstead(c.Replacement)
	if r.New.Resource(r.GroupVersion, r.OldResource.Name) != nil {
		// The release still has it, so --runtime-config can turn it on once more.
		c.Message = display(r.GroupVersion, c.Kind, c.Resource) + " is no longer served by default" + useInstead(c.Replacement)
	}
	return []Change{c}
}

// useInstead is the tail of a sentence that names what takes a version's place.
func useInstead(with *discovery.GroupVersionKind) string {
	if with == nil {
		return ""
	}
	return "; use " + with.String()
}

// successor is what takes the place of a version: as recorded, else the most
// stable version of the same group that the surface serves the kind in. A
// version that is less stable, or older, than the one in question is none.
func successor(s *discovery.Surface, gv discovery.GroupVersion, res *discovery.Resource) *discovery.GroupVersionKind {
	if res.Lifecycle.Replacement != nil {
		return res.Lifecycle.Replacement
	}
	g := s.Group(gv.Group)
	if g == nil {
		return nil
	}
	best := ""
	for _, v := range g.Versions {
		r := v.Resource(res.Name)
		if r == nil || r.Disabled && !res.Disabled || discovery.CompareVersion(v.Name, gv.Version) >= 0 || r.Lifecycle.DeprecatedIn(s.Release) {
			continue
		}
		if best == "" || discovery.CompareVersion(v.Name, best) < 0 {
			best = v.Name
		}
	}
	if best == "" {
		return nil
	}
	return &discovery.GroupVersionKind{Group: gv.Group, Version: best, Kind: res.Kind}
}
