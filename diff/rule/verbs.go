package rule

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

func verbAdded(r Resource) (changes []Change) {
	// The verb is certainly new only if the old side knows all its verbs.
	if r.Old.Fidelity.Verbs != discovery.All {
		return nil
	}
	for _, set := range r.verbSets() {
		if verbs := missing(set.new, set.old); len(verbs) > 0 {
			changes = append(changes, r.verbChange(Addition, set, verbs, "now accepts"))
		}
	}
	return changes
}

func verbRemoved(r Resource) (changes []Change) {
	// The verb is certainly gone only if the new side knows all its verbs.
	if r.New.Fidelity.Verbs != discovery.All {
		return nil
	}
	severity := r.breaking()
	for _, set := range r.verbSets() {
		if verbs := missing(set.old, set.new); len(verbs) > 0 {
			changes = append(changes, r.verbChange(severity, set, verbs, "no longer accepts"))
		}
	}
	return changes
}

// verbSet is the verbs of a resource, or of a subresource, that both sides show.
type verbSet struct {
	sub      discovery.Subresource
	old, new []string
}

// verbSets pairs the verbs of the resource itself and of each subresource.
func (r Resource) verbSets() []verbSet {
	if !r.Stays() {
		return nil
	}
	sets := []verbSet{{old: r.OldResource.Verbs, new: r.NewResource.Verbs}}
	for _, sub := range r.NewResource.Subresources {
		if was, ok := r.OldResource.Subresource(sub.Name); ok {
			sets = append(sets, verbSet{sub: sub, old: was.Verbs, new: sub.Verbs})
		}
	}
	return sets
}

// verbChange returns one change for all verbs that a resource gained or lost.
func (r Resource) verbChange(severity Severity, set verbSet, verbs []string, text string) Change {
	c := r.change(severity)
	if set.sub.Name != "" {
		c = r.subresourceChange(severity, set.sub)
		c.About += "/" + set.sub.Name
	}
	c.Verb = strings.Join(verbs, ",")
	return c.between(strings.Join(set.old, ","), strings.Join(set.new, ",")).says(text + " " + strings.Join(verbs, ", "))
}

// missing returns the elements of want that are not in have.
func missing(want, have []string) []string {
	has := slice.Set(have)
	return slice.Filter(want, func(w string) bool { return !has[w] })
}
