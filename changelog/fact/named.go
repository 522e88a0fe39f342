package fact

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// sortOf is what a name refers to. It is a bit set.
type sortOf int

const (
	aGate sortOf = 1 << iota
	aCommandFlag
	aMetric
	aGroupVersion
	aKind
	aField
	anything = aGate | aCommandFlag | aMetric | aGroupVersion | aKind | aField
)

// named is a name with what it refers to and its place.
type named struct {
	nameAt
	sort sortOf
}

// index is all names of a text in the order of their places.
type index []named

func newIndex(lists map[sortOf]found) index {
	size := 0
	for _, list := range lists {
		size += len(list)
	}
	out := make(index, 0, size)
	for _, s := range []sortOf{aGate, aCommandFlag, aMetric, aGroupVersion, aKind, aField} {
		for _, at := range lists[s] {
			out = append(out, named{at, s})
		}
	}
	out.sort()
	return out
}

func (x index) sort() {
	order.Stably(x, func(a, b named) int {
		return cmp.Or(cmp.Compare(a.sentence, b.sentence), cmp.Compare(a.token, b.token))
	})
}

// everywhere adds the other places of gates and metrics that were recognized by the words next to
// them in one place.
func (x index) everywhere(sentences []sentence) index {
	known := map[string]sortOf{}
	for _, n := range x {
		if n.sort == aGate || n.sort == aMetric {
			known[n.name] = n.sort
		}
	}
	if len(known) == 0 {
		return x
	}
	out := x
	for n, s := range sentences {
		for i, t := range s.tokens {
			if of := known[t.text]; of != 0 && (of != aGate || !vetoed(s, i)) && len(x.at(n, i)) == 0 {
				out = append(out, named{nameAt{n, i, t.text}, of})
			}
		}
	}
	out.sort()
	return out
}

// at returns the names of one token.
func (x index) at(sentence, token int) index {
	start := sort.Search(len(x), func(i int) bool {
		return x[i].sentence > sentence || x[i].sentence == sentence && x[i].token >= token
	})
	end := start
	for end < len(x) && x[end].sentence == sentence && x[end].token == token {
		end++
	}
	return x[start:end]
}

// before returns the distinct names of a sentence before a token.
func (x index) before(sentence, token int, of sortOf) (names index) {
	start := sort.Search(len(x), func(i int) bool { return x[i].sentence >= sentence })
	for _, n := range x[start:] {
		if n.sentence != sentence || n.token >= token {
			break
		}
		if n.sort&of != 0 && !slices.ContainsFunc(names, func(o named) bool { return o.name == n.name }) && len(names) < maxSentence {
			names = append(names, n)
		}
	}
	return names
}

func (x index) sorts() (of sortOf) {
	for _, n := range x {
		of |= n.sort
	}
	return of
}

func (x index) names() []string {
	return slice.Unique(slice.Map(x, func(n named) string { return n.name }))
}

// nounSort returns what a noun refers to, or 0.
func nounSort(word string) sortOf {
	switch strings.TrimSuffix(word, "s") {
	case "gate", "feature", "featuregate", "feature-gate":
		return aGate
	case "flag", "option", "argument":
		return aCommandFlag
	case "metric", "histogram", "gauge", "counter":
		return aMetric
	case "field":
		return aField
	case "api", "version", "kind", "type", "resource":
		return aGroupVersion | aKind
	}
	return 0
}
