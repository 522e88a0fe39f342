package rule

import "github.com/kubedelta/kubedelta/discovery"

func subresourceAdded() Rule {
	return Rule{
		ID: "subresource-added", Title: "A subresource was added", Severity: Addition,
		Varies: "risky for `status` and `scale`: the main endpoint ignores `.status` from then on", Since: "0.1.0",
		Doc:     "Both sides serve the resource, and only the new side serves the subresource.",
		Example: "1.24 serves `networkpolicies/status`.",
		Needs:   func(f discovery.Fidelity) discovery.Knowledge { return f.Subresources }, Aspect: "subresources",
		Resource: checkSubresourceAdded,
	}
}

func checkSubresourceAdded(r Resource) (changes []Change) {
	// An addition is sure only where the old side knows all it has.
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
		c := r.subresourceChange("subresource-added", severity, sub)
		c.New = sub.Name
		c.Message = r.GroupVersion.String() + " " + r.NewResource.Name + " has the new subresource " + sub.Name
		changes = append(changes, c)
	}
	return changes
}
