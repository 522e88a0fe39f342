package rule

import (
	"cmp"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

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

func scaleChanged(r Resource) []Change {
	was, is, ok := r.custom()
	if !ok || was.Scale == nil || is.Scale == nil {
		return nil // added or removed, which is another change, or not shown by a side
	}
	return r.scaleChanges(was.Scale, is.Scale)
}

func (r Resource) scaleChanges(was, is *discovery.Scale) (changes []Change) {
	add := func(severity Severity, path, old, new string) {
		if old == new {
			return
		}
		c := r.change(severity)
		c.Subresource, c.Detail, c.About = "scale", path, c.About+"/scale"
		old, new = cmp.Or(old, "none"), path+" "+cmp.Or(new, "none")
		changes = append(changes, c.between(path+" "+old, new).says("has the "+new+", had "+old))
	}
	selector := Risky
	switch {
	case is.LabelSelector == "":
		selector = Breaking
	case was.LabelSelector == "":
		selector = Info
	}
	add(r.breaking(), "specReplicasPath", was.SpecReplicas, is.SpecReplicas)
	add(Risky, "statusReplicasPath", was.StatusReplicas, is.StatusReplicas)
	add(selector, "labelSelectorPath", was.LabelSelector, is.LabelSelector)
	return changes
}

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
