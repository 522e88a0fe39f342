package language

import (
	_ "embed"
	"strings"
	"sync"
)

// phrase is a fixed text in both languages. Where it counts, English has the form
// for one and, after a bar, the form for more.
type phrase struct{ en, ja string }

// texts is phrases.tsv: of rules and of clauses that come as data, the Japanese only,
// since the English sentence is their own.
type texts struct {
	phrases        map[Key]phrase
	rules, clauses map[string]string
}

//go:embed phrases.tsv
var file string

//nolint:gochecknoglobals // parsed at most once.
var table = sync.OnceValue(func() texts {
	t := texts{map[Key]phrase{}, map[string]string{}, map[string]string{}}
	for line := range strings.Lines(file) {
		key, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		en, ja, _ := strings.Cut(text, "\t")
		rule, isRule := strings.CutPrefix(key, "rule:")
		switch {
		case strings.HasPrefix(key, "#"):
		case isRule:
			t.rules[rule] = ja
		case key == "clause":
			t.clauses[en] = ja
		default:
			t.phrases[Key(key)] = phrase{en, ja}
		}
	}
	return t
})
