package language

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/report/budget"
)

// English is the language of words that are not translated, as --lang names it.
const English = "en"

// Key names a fixed text: what stands before the tab in the files of the languages. A test
// holds every key in the code against them.
type Key string

// Words are the fixed texts in one language; the zero value is English.
type Words struct{ texts *texts }

// Of gives the words of a language; of one that is not known, the English ones.
func Of(tag string) Words {
	if read, known := languages()[tag]; known && tag != English {
		return Words{read()}
	}
	return Words{}
}

// all are the texts of the language.
func (w Words) all() *texts {
	if w.texts == nil {
		return languages()[English]()
	}
	return w.texts
}

// English reports whether these are the English words.
func (w Words) English() bool { return w.texts == nil }

// Tag is the language, as --lang names it.
func (w Words) Tag() string { return w.all().tag }

// Has reports whether there is a text of that key.
func Has(key Key) bool {
	_, has := Words{}.all().phrases[key]
	return has
}

// Keys lists the keys of all texts, sorted.
func Keys() []Key {
	return slices.Sorted(maps.Keys(Words{}.all().phrases))
}

// Text is a text with its placeholders filled in.
func (w Words) Text(key Key, args ...any) string {
	return w.of(key, 2, args)
}

// Count is a text that says how many, in the form for that number. The number
// is the first argument.
func (w Words) Count(key Key, n int, args ...any) string {
	return w.of(key, n, append([]any{n}, args...))
}

// List is a text in the form for that many things, which are in the arguments.
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
	return fill(text, args)
}

func fill(text string, args []any) string {
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, args...)
}

// Rule is what is said of a change that the rule found, after the name of what
// changed; false where the change's own message is to be taken. Values fill the
// names in braces.
func (w Words) Rule(id string, values map[string]string) (string, bool) {
	text, has := w.all().rules[id]
	if !has {
		return "", false
	}
	pairs := make([]string, 0, 2*len(values))
	for _, name := range placeholders() {
		pairs = append(pairs, "{"+name+"}", values[name])
	}
	return strings.NewReplacer(pairs...).Replace(text), true
}

// placeholders are the names that may stand in braces.
func placeholders() []string {
	return []string{"old", "new", "verb", "subresource", "keyword", "stage", "gates"}
}

// Said is a clause that comes as data, in the language; one that is not known
// stays as it is.
func (w Words) Said(english string) string { return w.all().clause(english) }

// LeftOut are the words of a bounded page for what was left out; whole tells where all of it
// is, "" for the JSON form.
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
