package rule

import "github.com/kubedelta/kubedelta/discovery"

func subresourceAdded() Rule {
	return Rule{
		ID: SubresourceAdded, Title: "A subresource was added", Severity: Addition,
		Varies: "risky for `status` and `scale`: the main endpoint ignores `.status` from then on", Since: "0.1.0",
		Doc:     "Both sides serve the resource, and only the new side serves the subresource.",
		Example: "1.24 serves `networkpolicies/status`.",
		Needs:   func(f discovery.Fidelity) discovery.Knowledge { return f.Subresources }, Aspect: "subresources",
		Resource: checkSubresourceAdded,
	}
}

func checkSubresourceAdded(r Resource) (changes []Change) {
	// The subresource is certainly new only if the old side knows all its subresources.
	if !r.Stays() || r.Old.Fidelity.Subresources != discovery.All {
		return nil
	}
	for _, sub := range r.NewResource.Subresources {
		if _, had := r.OldResource.Subresource(sub.Name); had {
			continue
		}
		severity := Addition
		if sub.Name == "status" || sub.Name == "scale" {
			severity = Risky
		}
		changes = append(changes, r.subresourceChange(severity, sub).between("", sub.Name).says("has the new subresource "+sub.Name))
	}
	return changes
}
