package link

import (
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog/fact"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// maxDescription limits how much of a description is read. Descriptions of custom resources can
// have any length.
const maxDescription = 8 << 10

// changedWords returns the stems and identifiers of a description: all of them if only one side has
// a description, otherwise those that only one side has.
func changedWords(was, is string) (words, names []string) {
	if was == is {
		was = ""
	}
	a, b := textOf(was), textOf(is)
	switch {
	case was == "":
		return b.words, b.list()
	case is == "":
		return a.words, a.list()
	}
	only := func(x, y entry) {
		has := slice.Set(y.words)
		words = append(words, slice.Filter(x.words, func(w string) bool { return !has[w] })...)
		for _, n := range x.list() {
			if _, ok := y.names[n]; !ok {
				names = append(names, n)
			}
		}
	}
	only(a, b)
	only(b, a)
	return words, names
}

func textOf(description string) entry {
	e := newEntry()
	if description != "" {
		text := discovery.OwnText(description)
		e.scan(fact.Prepare(text[:min(len(text), maxDescription)]))
	}
	return e
}

// list returns the identifiers of several words.
func (e *entry) list() []string {
	return slice.Filter(slices.Sorted(maps.Keys(e.names)), func(name string) bool { return len(Humps(name)) > 1 })
}

func fold(s string) string { return strings.ToLower(s) }

// gateName matches a feature gate in a description: "when the feature gate JobPodReplacementPolicy is
// enabled".
var gateName = lazy.Regexp("feature gate [`\"']*([A-Z]\\w*)")

// gatesIn returns the feature gates in a description without gates in its facts.
func gatesIn(description string) (gates []string) {
	for _, m := range gateName().FindAllStringSubmatch(description[:min(len(description), maxDescription)], -1) {
		if len(Humps(m[1])) > 1 && len(gates) < 4 {
			gates = slice.Add(gates, m[1])
		}
	}
	return gates
}
