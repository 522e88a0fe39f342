package rule

import "github.com/kubedelta/kubedelta/discovery"

func subresourceAdded(r Resource) (changes []Change) {
	// The subresource is certainly new only if the old side knows all its subresources.
	if r.Old.Fidelity.Subresources != discovery.All {
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

func subresourceRemoved(r Resource) (changes []Change) {
	// The subresource is certainly gone only if the new side knows all its subresources.
	if r.New.Fidelity.Subresources != discovery.All {
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
