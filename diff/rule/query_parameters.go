package rule

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

func queryParameterAdded(s Surfaces) []Change {
	return parameterChanges(s, Addition, "is new for", s.HiddenNew.Parameters, s.HiddenOld.Parameters,
		func(r Resource) (has, had *discovery.Resource) { return r.NewResource, r.OldResource })
}

func queryParameterRemoved(s Surfaces) []Change {
	return parameterChanges(s, Risky, "is removed for", s.HiddenOld.Parameters, s.HiddenNew.Parameters,
		func(r Resource) (has, had *discovery.Resource) { return r.OldResource, r.NewResource })
}

// parameterChanges returns one change for each query parameter that verbs gained, with the verbs
// and the resources. A parameter is usually added to all resources at once, and 162 changes would
// be noise.
func parameterChanges(s Surfaces, severity Severity, text string, hiddenHas, hiddenHad []string, gained func(r Resource) (has, had *discovery.Resource)) []Change {
	type hit struct {
		verbs     map[string]bool
		resources map[Reach]bool
		byDefault bool
	}
	hits := map[string]*hit{}
	collect := func(resource Reach, byDefault bool, verbs []string, has, had map[string][]string) {
		for verb, names := range has {
			// A nil map means that the side has no document for the resource.
			if had == nil || !slices.Contains(verbs, verb) {
				continue
			}
			for _, name := range missing(missing(names, hiddenHas), missing(had[verb], hiddenHad)) {
				h := hits[name]
				if h == nil {
					h = &hit{verbs: map[string]bool{}, resources: map[Reach]bool{}}
					hits[name] = h
				}
				h.verbs[verb] = true
				h.resources[resource] = true
				h.byDefault = h.byDefault || byDefault
			}
		}
	}
	for _, r := range s.Resources {
		has, had := gained(r)
		named := func(name string) Reach {
			return Reach{GroupVersionKind: discovery.GroupVersionKind{Group: r.GroupVersion.Group, Version: r.GroupVersion.Version, Kind: name}}
		}
		collect(named(has.Name), !has.Disabled, had.Verbs, has.Parameters, had.Parameters)
		for _, sub := range has.Subresources {
			if other, ok := had.Subresource(sub.Name); ok {
				collect(named(has.Name+"/"+sub.Name), !has.Disabled, other.Verbs, sub.Parameters, other.Parameters)
			}
		}
	}
	var changes []Change
	for _, name := range slices.Sorted(maps.Keys(hits)) {
		h := hits[name]
		verbs := strings.Join(slices.Sorted(maps.Keys(h.verbs)), ",")
		changes = append(changes, Change{
			Severity: severity, Field: name, Verb: verbs, ServedByDefault: h.byDefault,
			Message: fmt.Sprintf("query parameter %s %s %s of %s", name, text, strings.ReplaceAll(verbs, ",", ", "), Count(len(h.resources), "resource")),
			Reaches: slices.SortedFunc(maps.Keys(h.resources), func(a, b Reach) int { return strings.Compare(a.String(), b.String()) }),
		})
	}
	return changes
}
