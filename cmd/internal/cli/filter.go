package cli

import (
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// checkFilter refuses a group or kind that neither side has: a report narrowed
// to a misspelt name would say "none" about everything.
func (o *diffOptions) checkFilter(old, new *discovery.Surface) error {
	groups, kinds := map[string]bool{}, map[string]bool{}
	for _, s := range []*discovery.Surface{old, new} {
		for _, g := range s.Groups {
			groups[g.Name] = true
			for _, v := range g.Versions {
				for _, r := range v.Resources {
					kinds[r.Name], kinds[r.Kind] = true, true
					for _, sub := range r.Subresources {
						kinds[sub.Kind] = true
					}
				}
			}
		}
		if len(s.Incomplete) > 0 {
			return nil // it may be in what could not be read
		}
	}
	if groups[""] {
		groups["core"] = true
	}
	for _, f := range []struct {
		flag  string
		words []string
		known map[string]bool
	}{{"--group", o.groups, groups}, {"--kind", o.kinds, kinds}} {
		for _, word := range f.words {
			known := slices.Sorted(maps.Keys(f.known))
			if !slices.ContainsFunc(known, func(k string) bool { return k != "" && strings.EqualFold(k, word) }) {
				return usagef("%s %s: neither side has it%s", f.flag, word, didYouMean(word, known))
			}
		}
	}
	return nil
}
