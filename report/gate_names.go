package report

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/kubedelta/kubedelta/changelog/link"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/nearest"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// nameByWords names items after the gate that reached the stage, if the text has the words of the gate ("CPU Manager
// to GA"), also of a misspelled one. Kinds have no stage: unless the API shows a change, the item keeps the words of
// the entry. Entries about a gate that already had the stage and was only turned on are left out.
func (w *witness) nameByWords(items []*item, stage discovery.Stability) []*item {
	came := w.names(func(name string) bool { is, _ := w.reached(name, stage); return is })
	turnedOn := w.names(func(name string) bool { return w.turnedOn(name, stage) })
	shown := shownBy(items)
	return slices.DeleteFunc(items, func(it *item) bool {
		if len(it.gates) > 0 || it.what == "gate" && w.knows(it.name) || it.what == "api" && strings.Contains(it.name, "/") {
			return false
		}
		api := slices.ContainsFunc(it.keys, func(key string) bool { return shown[key] == "api" })
		name, what := "", "gate"
		if it.what == "gate" {
			name = meant(it.name, w.names(func(string) bool { return true }))
		}
		if name == "" && !api {
			name = cmp.Or(closest(came, it.sentence()), abbreviated(came, it.sentence()))
		}
		if name == "" && !api && it.inWords() && len(it.note.Metrics) == 0 && closest(turnedOn, it.sentence()) != "" {
			return true
		}
		if name == "" && it.inWords() && !slices.ContainsFunc(it.keys, func(key string) bool { return shown[key] != "" }) {
			name, what = it.note.label(), "note"
		}
		if name != "" {
			it.keys = append(slices.DeleteFunc(it.keys, func(key string) bool { return it.note != nil && key == nameKey(it.name) }), nameKey(name))
			it.name, it.what = name, what
		}
		return false
	})
}

// shownBy maps the keys of items that API changes show to what they are.
func shownBy(items []*item) map[string]string {
	shown := map[string]string{}
	for _, it := range items {
		for _, key := range it.keys {
			if len(it.changes) > 0 {
				shown[key] = it.what
			}
		}
	}
	return shown
}

// inWords reports whether an entry describes the item other than by a flag or a metric.
func (it *item) inWords() bool {
	return it.note != nil && slices.Contains([]string{"gate", "field", "api", "note"}, it.what)
}

// meant is the gate that a name is a misspelling of; "" if there is none, or more than one. Some
// constants of the source end in "Gate".
func meant(name string, gates []string) string {
	name = strings.TrimSuffix(name, "Gate")
	return only(slice.Filter(gates, func(gate string) bool {
		return sameWords(gate, name) || nearest.Distance(strings.ToLower(gate), strings.ToLower(name)) <= 2
	}))
}

// abbreviated is the gate that a text names by the initials of its words, such as "feature gate
// SSA"; "" if there is none, or more than one.
func abbreviated(gates []string, text string) string {
	text = strings.ReplaceAll(text, "`", "")
	return only(slice.Filter(gates, func(gate string) bool {
		first := ""
		for _, word := range link.Humps(gate) {
			first += word[:1]
		}
		return strings.Contains(text, "feature gate "+first+" ") || strings.Contains(text, " "+first+" feature gate")
	}))
}

// sentence is the first sentence of the item's note, or its name if it has none.
func (it *item) sentence() string {
	if it.note == nil {
		return it.name
	}
	text, _, _ := strings.Cut(strings.ReplaceAll(it.note.Text, "\n", " "), ". ")
	return text
}

// closest is the gate with the most words in the text, if these have four fifths of the letters of
// its name; "" if two gates are equally close.
func closest(gates []string, text string) (best string) {
	words := nameWords(text)
	most, tie := 0.0, false
	for _, gate := range gates {
		all, has := nameWords(gate), 0
		for _, word := range all {
			if slices.ContainsFunc(words, func(other string) bool {
				return agree(word, other) || strings.Contains(strings.ToLower(gate), other) && strings.Contains(other, word)
			}) {
				has += len(word)
			}
		}
		share := float64(has) / float64(len(strings.Join(all, "")))
		switch {
		case len(gate) < 8 || len(all) < 2 || share < 0.8 || share < most:
		case share > most || len(gate) > len(best):
			best, most, tie = gate, share, false
		default:
			tie = tie || len(gate) == len(best)
		}
	}
	if tie {
		return ""
	}
	return best
}

// sameWords reports whether two names of gates have the same words, in any order.
func sameWords(a, b string) bool {
	x, y := nameWords(a), nameWords(b)
	within := func(x, y []string) bool {
		return !slices.ContainsFunc(x, func(w string) bool { return !slices.ContainsFunc(y, func(o string) bool { return agree(w, o) }) })
	}
	return len(x) == len(y) && within(x, y) && within(y, x)
}

// agree reports whether two words in lower case are forms of one word: "migrator" and "migration".
func agree(a, b string) bool {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	shorter := min(len(a), len(b))
	return n >= 4 && 3*n >= 2*shorter || n == shorter && max(len(a), len(b)) <= n+1
}

// nameWords returns the words of a text in lower case. Names in camel case are split.
func nameWords(text string) (words []string) {
	for _, run := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		words = append(words, slice.Map(link.Humps(run), strings.ToLower)...)
	}
	return words
}

// only is the element of a list with one element; "" for any other list.
func only(list []string) string {
	if len(list) != 1 {
		return ""
	}
	return list[0]
}
