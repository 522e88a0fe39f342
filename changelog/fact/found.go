package fact

import (
	"sort"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// found are names of one sort, with the places where a text has them, in the
// order of its sentences.
type found []nameAt

type nameAt struct {
	sentence, token int
	name            string
}

func (f *found) add(sentence, token int, name string) {
	*f = append(*f, nameAt{sentence, token, name})
}

func (f found) names() []string {
	return unique(slice.Map(f, func(at nameAt) string { return at.name }))
}

// in gives those of a sentence, in the order of finding.
func (f found) in(sentence int) found {
	start := sort.Search(len(f), func(i int) bool { return f[i].sentence >= sentence })
	end := start
	for end < len(f) && f[end].sentence == sentence {
		end++
	}
	return f[start:end]
}

// within gives the names in a sentence from one token to before another.
func (f found) within(sentence, from, to int) (names []string) {
	for _, at := range f.in(sentence) {
		if at.token >= from && at.token < to {
			names = append(names, at.name)
		}
	}
	return names
}
