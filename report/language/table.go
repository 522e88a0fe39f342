package language

import (
	"embed"
	"slices"
	"strings"
	"sync"
)

// texts are the texts of a language, from the file with its name. Texts with a number have a
// singular and, after a bar, a plural. English has no texts for rules ("rule:ID") and clauses
// ("clause:ENGLISH"), which have English messages. {} in a clause stands for any text.
type texts struct {
	tag            string
	phrases        map[Key]string
	rules, clauses map[string]string
	// patterns are the clauses with {}.
	patterns []pattern
}

type pattern struct{ before, behind, text string }

//go:embed *.tsv
var files embed.FS

//nolint:gochecknoglobals // each file is parsed at most once.
var languages = sync.OnceValue(func() map[string]func() *texts {
	all := map[string]func() *texts{}
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(err) // the files are built in
	}
	for _, e := range entries {
		tag := strings.TrimSuffix(e.Name(), ".tsv")
		all[tag] = sync.OnceValue(func() *texts {
			file, err := files.ReadFile(tag + ".tsv")
			if err != nil {
				panic(err) // the files are built in
			}
			return parse(tag, string(file))
		})
	}
	return all
})

func parse(tag, file string) *texts {
	t := &texts{tag: tag, phrases: map[Key]string{}, rules: map[string]string{}, clauses: map[string]string{}}
	for line := range strings.Lines(file) {
		key, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		rule, isRule := strings.CutPrefix(key, "rule:")
		clause, isClause := strings.CutPrefix(key, "clause:")
		before, behind, isPattern := strings.Cut(clause, "{}")
		switch {
		case strings.HasPrefix(key, "#"):
		case isRule:
			t.rules[rule] = text
		case isClause && isPattern:
			t.patterns = append(t.patterns, pattern{before, behind, text})
		case isClause:
			t.clauses[clause] = text
		default:
			t.phrases[Key(key)] = text
		}
	}
	return t
}

// clause is the translation of a clause, or the clause itself if it has none.
func (t *texts) clause(english string) string {
	if text, known := t.clauses[english]; known {
		return text
	}
	for _, p := range t.patterns {
		if len(english) >= len(p.before)+len(p.behind) && strings.HasPrefix(english, p.before) && strings.HasSuffix(english, p.behind) {
			return strings.ReplaceAll(p.text, "{}", english[len(p.before):len(english)-len(p.behind)])
		}
	}
	return english
}

// Known returns the languages, English first.
func Known() []string {
	all := []string{English}
	for tag := range languages() {
		if tag != English {
			all = append(all, tag)
		}
	}
	slices.Sort(all[1:])
	return all
}
