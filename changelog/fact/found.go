package fact

import (
	"sort"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// found is a list of names of one kind with their places, in the order of the sentences.
type found []nameAt

type nameAt struct {
	sentence, token int
	name            string
}

func (f *found) add(sentence, token int, name string) {
	*f = append(*f, nameAt{sentence, token, name})
}

// names returns the names, sorted and without duplicates. It never returns nil, because empty lists
// are part of the JSON contract.
func (f found) names() []string {
	return slice.Unique(append([]string{}, slice.Map(f, func(at nameAt) string { return at.name })...))
}

// in returns the names of a sentence.
func (f found) in(sentence int) found {
	start := sort.Search(len(f), func(i int) bool { return f[i].sentence >= sentence })
	end := start
	for end < len(f) && f[end].sentence == sentence {
		end++
	}
	return f[start:end]
}

// within returns the names of a sentence from one token to before another.
func (f found) within(sentence, from, to int) (names []string) {
	for _, at := range f.in(sentence) {
		if at.token >= from && at.token < to {
			names = append(names, at.name)
		}
	}
	return names
}
