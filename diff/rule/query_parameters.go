package rule

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

func queryParameterAdded(s Surfaces) []Change {
	return parameterChanges(s, Addition, "is new for", onNew)
}

func queryParameterRemoved(s Surfaces) []Change {
	return parameterChanges(s, Risky, "is removed for", onOld)
}

// parameterChanges returns one change for each query parameter that verbs have on one side only, with
// the verbs and the resources. A parameter is usually added to all resources at once, and 162 changes
// would be noise.
func parameterChanges(s Surfaces, severity Severity, text string, has int) []Change {
	type hit struct {
		verbs     map[string]bool
		resources map[Reach]bool
		byDefault bool
	}
	hits := map[string]*hit{}
	hidden := [2][]string{s.HiddenOld.Parameters, s.HiddenNew.Parameters}
	collect := func(resource Reach, byDefault bool, part, other discovery.Subresource) {
		for verb, names := range part.Parameters {
			// A nil map means that the side has no document for the resource.
			if other.Parameters == nil || !slices.Contains(other.Verbs, verb) {
				continue
			}
			for _, name := range missing(missing(names, hidden[has]), missing(other.Parameters[verb], hidden[1-has])) {
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
		byDefault := ![2]*discovery.Resource{r.OldResource, r.NewResource}[has].Disabled
		for _, p := range r.parts() {
			name := strings.TrimSuffix(r.NewResource.Name+"/"+p[has].Name, "/")
			collect(Reach{GroupVersionKind: r.GroupVersion.WithKind(name)}, byDefault, p[has], p[1-has])
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
