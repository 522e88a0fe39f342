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

// named is a name with its place and, in a list of all names, what it refers to.
type named struct {
	sentence, token int
	name            string
	sort            sortOf
}

// found is a list of names, in the order of the sentences.
type found []named

func (f *found) add(sentence, token int, name string) {
	*f = append(*f, named{sentence: sentence, token: token, name: name})
}

// all returns the names of several lists, in the order of their places.
func all(lists map[sortOf]found) (out found) {
	for of, list := range lists {
		for _, n := range list {
			n.sort = of
			out = append(out, n)
		}
	}
	out.sort()
	return out
}

func (f found) sort() {
	order.Stably(f, func(a, b named) int {
		return cmp.Or(cmp.Compare(a.sentence, b.sentence), cmp.Compare(a.token, b.token), cmp.Compare(a.sort, b.sort))
	})
}

// everywhere adds the other places of gates and metrics that were recognized by the words next to
// them in one place.
func (f found) everywhere(sentences []sentence) found {
	known := map[string]sortOf{}
	for _, n := range f {
		if n.sort == aGate || n.sort == aMetric {
			known[n.name] = n.sort
		}
	}
	if len(known) == 0 {
		return f
	}
	out := f
	for n, s := range sentences {
		for i, t := range s.tokens {
			if of := known[t.text]; of != 0 && (of != aGate || !vetoed(s, i)) && len(f.at(n, i)) == 0 {
				out = append(out, named{n, i, t.text, of})
			}
		}
	}
	out.sort()
	return out
}

// names returns the names, sorted and without duplicates. It never returns nil, because empty lists
// are part of the JSON contract.
func (f found) names() []string {
	return slice.Unique(append([]string{}, slice.Map(f, func(n named) string { return n.name })...))
}

func (f found) set() set {
	out := set{}
	for _, n := range f {
		out.add(n.name)
	}
	return out
}

// since returns the index of the first name at or after a place.
func (f found) since(sentence, token int) int {
	return sort.Search(len(f), func(i int) bool {
		return f[i].sentence > sentence || f[i].sentence == sentence && f[i].token >= token
	})
}

func (f found) in(sentence int) found { return f[f.since(sentence, 0):f.since(sentence+1, 0)] }

func (f found) at(sentence, token int) found {
	return f[f.since(sentence, token):f.since(sentence, token+1)]
}

// within returns the names of a sentence from one token to before another.
func (f found) within(sentence, from, to int) (names []string) {
	for _, n := range f.in(sentence) {
		if n.token >= from && n.token < to {
			names = append(names, n.name)
		}
	}
	return names
}

// before returns the distinct names of a sentence before a token.
func (f found) before(sentence, token int, of sortOf) (names found) {
	for _, n := range f.in(sentence) {
		if n.token >= token {
			break
		}
		if n.sort&of != 0 && !slices.ContainsFunc(names, func(o named) bool { return o.name == n.name }) && len(names) < maxSentence {
			names = append(names, n)
		}
	}
	return names
}

func (f found) sorts() (of sortOf) {
	for _, n := range f {
		of |= n.sort
	}
	return of
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
