package rule

import "github.com/kubedelta/kubedelta/discovery"

func subresourceRemoved() Rule {
	return Rule{
		ID: SubresourceRemoved, Title: "A subresource was removed", Severity: Breaking,
		Varies: "risky for alpha versions of built-in resources", Since: "0.1.0",
		Doc:     "Both sides serve the resource, and the new side no longer serves the subresource: the API server answers requests for it with 404.",
		Example: "1.28 no longer serves `networkpolicies/status`.",
		Needs:   func(f discovery.Fidelity) discovery.Knowledge { return f.Subresources }, Aspect: "subresources",
		Resource: checkSubresourceRemoved,
	}
}

func checkSubresourceRemoved(r Resource) (changes []Change) {
	// The subresource is certainly gone only if the new side knows all its subresources.
	if !r.Stays() || r.New.Fidelity.Subresources != discovery.All {
		return nil
	}
	for _, sub := range r.OldResource.Subresources {
		if _, has := r.NewResource.Subresource(sub.Name); has {
			continue
		}
		changes = append(changes, r.subresourceChange(r.breaking(), sub).between(sub.Name, "").says("no longer has the subresource "+sub.Name))
	}
	return changes
}
