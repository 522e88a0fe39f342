package fact

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

//go:embed words.txt
var wordTable string

// lists returns the lines of each list of words.txt.
//
//nolint:gochecknoglobals // read once
var lists = sync.OnceValue(func() map[string][]string {
	out, name := map[string][]string{}, ""
	for line := range strings.Lines(wordTable) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			name = strings.Trim(line, "[]")
		default:
			out[name] = append(out[name], line)
		}
	}
	return out
})

// wordLists and phraseLists are the lists in the form that rules use. The names of lists of phrases
// end with Phrase.
//
//nolint:gochecknoglobals // made once
var (
	wordLists = sync.OnceValue(func() map[string]set {
		out := map[string]set{}
		for name, lines := range lists() {
			out[name] = slice.Set(strings.Fields(strings.Join(lines, " ")))
		}
		return out
	})
	phraseLists = sync.OnceValue(func() map[string]phrases {
		out := map[string]phrases{}
		for name, lines := range lists() {
			if strings.HasSuffix(name, "Phrase") {
				out[name] = newPhrases(lines...)
			}
		}
		return out
	})
)

func is(list, word string) bool { return wordLists()[list][word] }

func listed(list string) func(word string) bool {
	return func(word string) bool { return is(list, word) }
}

// phraseAt finds a phrase of a list that begins at i, and where it ends.
func phraseAt(list string, s sentence, i int) (end int, ok bool) {
	return phraseLists()[list].at(s, i)
}
