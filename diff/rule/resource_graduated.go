package rule

import "github.com/kubedelta/kubedelta/discovery"

func resourceGraduated() Rule {
	return Rule{
		ID: ResourceGraduated, Title: "A resource moved to a more stable version of its group", Severity: Breaking,
		Varies: "risky if a built-in resource left an alpha version", Since: "0.1.0",
		Doc: "A resource left one version of its group and appeared in a more stable version: one change instead of a removal and an addition. Manifests that use " +
			"the old version are rejected, so the change is as breaking as a removal. `version` is the new version; `old` and `new` are the two versions.",
		Example:  "1.35 moved PodCertificateRequest from `certificates.k8s.io/v1alpha1` to `v1beta1`.",
		Resource: checkResourceGraduated,
	}
}

func checkResourceGraduated(r Resource) []Change {
	if r.From == "" {
		return nil
	}
	c := r.kindChange(r.breaking())
	c.Replacement = &discovery.GroupVersionKind{Group: r.GroupVersion.Group, Version: r.GroupVersion.Version, Kind: c.Kind}
	return []Change{c.between(r.From, r.GroupVersion.Version).says("replaces " + r.From + ", which is no longer served")}
}
