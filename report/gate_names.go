package report

import (
	"slices"
	"strings"
	"unicode"

	"github.com/kubedelta/kubedelta/changelog/link"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/nearest"
)

// nameByWords calls what entries and fields tell of a stage by the gate that came to it:
// the one whose words they have, "CPU Manager to GA". A gate that an entry misspells is
// the one of the source with the same words. Kinds alone reach no stage: where the API
// does not show it, the entry speaks for itself.
func (w *witness) nameByWords(items []*item, stage discovery.Stability) {
	came := w.names(func(name string) bool { is, _ := w.reached(name, stage); return is })
	shown := map[string]string{}
	for _, it := range items {
		for _, key := range it.keys {
			if len(it.changes) > 0 {
				shown[key] = it.what
			}
		}
	}
	for _, it := range items {
		if len(it.gates) > 0 || it.what == "gate" && w.knows(it.name) || it.what == "api" && strings.Contains(it.name, "/") {
			continue
		}
		api := slices.ContainsFunc(it.keys, func(key string) bool { return shown[key] == "api" })
		name, what := w.meant(it), "gate"
		if name == "" && !api {
			name = closest(came, it.sentence())
		}
		if name == "" && it.note != nil && slices.Contains([]string{"gate", "field", "api"}, it.what) && !slices.ContainsFunc(it.keys, func(key string) bool { return shown[key] != "" }) {
			name, what = it.note.label(), "note"
		}
		if name != "" {
			it.keys = append(slices.DeleteFunc(it.keys, func(key string) bool { return it.note != nil && key == nameKey(it.name) }), nameKey(name))
			it.name, it.what = name, what
		}
	}
}

// meant is the gate that one is misspelled for; "" where there is none, or several.
func (w *witness) meant(it *item) string {
	if it.what != "gate" {
		return ""
	}
	return only(w.names(func(gate string) bool {
		return sameWords(gate, it.name) || nearest.Distance(strings.ToLower(gate), strings.ToLower(it.name)) <= 2
	}))
}

// sentence is the first of the item's note; its name where it has none.
func (it *item) sentence() string {
	if it.note == nil {
		return it.name
	}
	text, _, _ := strings.Cut(strings.ReplaceAll(it.note.Text, "\n", " "), ". ")
	return text
}

// closest is the gate of which a text has most words, if they have four fifths of its
// letters; "" where two do alike.
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

// agree reports whether two words in lower case are forms of one: "migrator" and
// "migration".
func agree(a, b string) bool {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	shorter := min(len(a), len(b))
	return n >= 4 && 3*n >= 2*shorter || n == shorter && max(len(a), len(b)) <= n+1
}

// nameWords are the words of a text in lower case, and those of names in camel case.
func nameWords(text string) (words []string) {
	for _, run := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		for _, word := range link.Humps(run) {
			words = append(words, strings.ToLower(word))
		}
	}
	return words
}

// only is the element of a list that has one; "" for any other.
func only(list []string) string {
	if len(list) != 1 {
		return ""
	}
	return list[0]
}
