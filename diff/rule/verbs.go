package rule

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

func verbKnowledge(f discovery.Fidelity) discovery.Knowledge { return f.Verbs }

// verbSet is the verbs of a resource or of one of its subresources that both
// sides show.
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

// verbChange is one change for all the verbs that a resource gained or lost.
func (r Resource) verbChange(id string, severity Severity, set verbSet, verbs []string, text string) Change {
	c := r.change(id, severity)
	if set.sub.Name != "" {
		c.Subresource, c.Kind = set.sub.Name, set.sub.Kind
		c.About += "/" + set.sub.Name
	}
	c.Verb = strings.Join(verbs, ",")
	return c.between(strings.Join(set.old, ","), strings.Join(set.new, ",")).says(text + " " + strings.Join(verbs, ", "))
}

// missing lists what of want is not in have.
func missing(want, have []string) (out []string) {
	for _, w := range want {
		if !slices.Contains(have, w) {
			out = append(out, w)
		}
	}
	return out
}
