package rule

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

func verbKnowledge(f discovery.Fidelity) discovery.Knowledge { return f.Verbs }

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
		c.Subresource, c.Kind = set.sub.Name, set.sub.Kind
		c.About += "/" + set.sub.Name
	}
	c.Verb = strings.Join(verbs, ",")
	return c.between(strings.Join(set.old, ","), strings.Join(set.new, ",")).says(text + " " + strings.Join(verbs, ", "))
}

// missing returns the elements of want that are not in have.
func missing(want, have []string) []string {
	has := make(map[string]bool, len(have))
	for _, h := range have {
		has[h] = true
	}
	return slice.Filter(want, func(w string) bool { return !has[w] })
}
