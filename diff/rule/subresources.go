package rule

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

func subresourceAdded(r Resource) []Change {
	return slice.Map(lacking(r.NewResource, r.OldResource, r.Old), func(sub discovery.Subresource) Change {
		severity := Addition
		if sub.Name == "status" || sub.Name == "scale" {
			severity = Risky
		}
		return r.subresourceChange(severity, sub).between("", sub.Name).says("has the new subresource " + sub.Name)
	})
}

func subresourceRemoved(r Resource) []Change {
	return slice.Map(lacking(r.OldResource, r.NewResource, r.New), func(sub discovery.Subresource) Change {
		return r.subresourceChange(r.breaking(), sub).between(sub.Name, "").says("no longer has the subresource " + sub.Name)
	})
}

// lacking returns the subresources that a side certainly lacks, because it knows all its subresources.
func lacking(has, had *discovery.Resource, side *discovery.Surface) []discovery.Subresource {
	return slice.Filter(has.Subresources, func(sub discovery.Subresource) bool {
		_, both := had.Subresource(sub.Name)
		return !both && side.Fidelity.Subresources == discovery.All
	})
}

// verbChanges returns one change for all verbs of a resource or a subresource that only one side
// accepts. The other side certainly lacks them if it knows all its verbs.
func (r Resource) verbChanges(severity Severity, has int, lacks *discovery.Surface, text string) (changes []Change) {
	for _, p := range r.parts() {
		if verbs := missing(p[has].Verbs, p[1-has].Verbs); len(verbs) > 0 && lacks.Fidelity.Verbs == discovery.All {
			c := r.partChange(severity, p[onNew])
			c.Verb = strings.Join(verbs, ",")
			changes = append(changes, c.between(strings.Join(p[onOld].Verbs, ","), strings.Join(p[onNew].Verbs, ",")).says(text+" "+strings.Join(verbs, ", ")))
		}
	}
	return changes
}

// onOld and onNew are the indexes of the sides in a pair.
const (
	onOld = iota
	onNew
)

// parts pairs the resource itself, as a subresource without a name, and each subresource that both sides
// show.
func (r Resource) parts() [][2]discovery.Subresource {
	whole := func(r *discovery.Resource) discovery.Subresource {
		return discovery.Subresource{Kind: r.Kind, KindGroupVersion: r.KindGroupVersion, Verbs: r.Verbs, Parameters: r.Parameters}
	}
	parts := [][2]discovery.Subresource{{whole(r.OldResource), whole(r.NewResource)}}
	for _, sub := range r.NewResource.Subresources {
		if was, ok := r.OldResource.Subresource(sub.Name); ok {
			parts = append(parts, [2]discovery.Subresource{was, sub})
		}
	}
	return parts
}

func (r Resource) partChange(severity Severity, part discovery.Subresource) Change {
	if part.Name == "" {
		return r.change(severity)
	}
	c := r.subresourceChange(severity, part)
	c.About += "/" + part.Name
	return c
}
