package diff

import (
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/diff/kind"
	"github.com/kubedelta/kubedelta/discovery"
)

// checkFilter returns an error for a group or kind that neither side has: a report limited to a
// misspelt name would show no changes.
func (o *options) checkFilter(old, new *discovery.Surface) error {
	groups, kinds, meant := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, s := range []*discovery.Surface{old, new} {
		if len(s.Incomplete) > 0 {
			return nil // the part that could not be read may have it
		}
		for _, g := range s.Groups {
			groups[g.Name] = true
		}
		for gv, r := range s.EachResource() {
			o.learnKinds(gv, r, kinds, meant)
		}
	}
	if groups[""] {
		groups["core"] = true
	}
	for _, word := range o.groups {
		if known := slices.Sorted(maps.Keys(groups)); !slices.ContainsFunc(known, func(k string) bool { return k != "" && strings.EqualFold(k, word) }) {
			return terminal.Usagef("--group %s: neither side has it%s", word, option.DidYouMean(word, known))
		}
	}
	for _, word := range o.kinds {
		if !meant[word] {
			return terminal.Usagef("--kind %s: neither side has it%s", word, option.DidYouMean(kind.Parse(word).Word, slices.Sorted(maps.Keys(kinds))))
		}
	}
	return nil
}

// learnKinds collects the kinds of a resource, and the words of --kind that mean one of them.
func (o *options) learnKinds(gv discovery.GroupVersion, r *discovery.Resource, kinds, meant map[string]bool) {
	kinds[r.Name], kinds[r.Kind] = true, true
	for _, word := range o.kinds {
		n := kind.Parse(word)
		meant[word] = meant[word] || n.Means(gv, r)
		for _, sub := range r.Subresources {
			kinds[sub.Kind] = true
			meant[word] = meant[word] || sub.Kind != "" && n.In(gv) && strings.EqualFold(sub.Kind, n.Word)
		}
	}
}
