package language

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/report/budget"
)

// English is the default language, as --lang names it.
const English = "en"

// Key is the key of a fixed text, before the tab in the files of the languages. A test compares the
// keys in the code with the files.
type Key string

// Words are the fixed texts of a language. The zero value is English.
type Words struct{ texts *texts }

// Of returns the texts of a language; English for an unknown one.
func Of(tag string) Words {
	if read, known := languages()[tag]; known && tag != English {
		return Words{read()}
	}
	return Words{}
}

func (w Words) all() *texts {
	if w.texts == nil {
		return languages()[English]()
	}
	return w.texts
}

// English reports whether the language is English.
func (w Words) English() bool { return w.texts == nil }

// Tag is the name of the language, as in --lang.
func (w Words) Tag() string { return w.all().tag }

// Has reports whether there is a text with the key.
func Has(key Key) bool {
	_, has := Words{}.all().phrases[key]
	return has
}

// Keys returns the keys of all texts, sorted.
func Keys() []Key {
	return slices.Sorted(maps.Keys(Words{}.all().phrases))
}

// Text is a text with its placeholders filled.
func (w Words) Text(key Key, args ...any) string {
	return w.of(key, 2, args)
}

// Count is a text in the form for the number n, which is the first argument.
func (w Words) Count(key Key, n int, args ...any) string {
	return w.of(key, n, append([]any{n}, args...))
}

// List is a text in the form for n things, which are in the arguments.
func (w Words) List(key Key, n int, args ...any) string { return w.of(key, n, args) }

func (w Words) of(key Key, n int, args []any) string {
	text := w.all().phrases[key]
	one, many, plural := strings.Cut(text, "|")
	if plural {
		text = many
		if n == 1 {
			text = one
		}
	}
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, args...)
}

// Rule is the message of a change, after the name of what changed. values fill the names in braces.
// It returns false if the message of the change itself must be used.
func (w Words) Rule(id string, values map[string]string) (string, bool) {
	text, has := w.all().rules[id]
	if !has {
		return "", false
	}
	pairs := make([]string, 0, 2*len(values))
	for _, name := range []string{"old", "new", "verb", "subresource", "keyword", "stage", "gates"} {
		pairs = append(pairs, "{"+name+"}", values[name])
	}
	return strings.NewReplacer(pairs...).Replace(text), true
}

// Said is the translation of a clause that comes as data, or the clause itself if it has none.
func (w Words) Said(english string) string { return w.all().clause(english) }

// LeftOut are the texts of a bounded page about what was left out. whole says where the complete
// report is, "" for JSON.
func (w Words) LeftOut(whole string) budget.Words {
	if whole == "" {
		whole = w.Said(budget.WholeInJSON)
	}
	return budget.Words{
		LeftOut: func(lines int, parts []budget.Lost) string {
			said := "**" + w.Count("shed-lines", lines) + "**"
			for i, p := range parts {
				separator := ", "
				if i == 0 {
					separator = ": "
				}
				said += separator + w.Text("shed-part", p.Lost, p.Of, p.Part)
			}
			return "\n" + said + ". " + strings.TrimRight(whole, ".") + ".\n"
		},
		More: func(lines int) string { return "\n" + w.Text("shed-more", lines) + "\n" },
	}
}
