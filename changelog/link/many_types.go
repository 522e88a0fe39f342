package link

import (
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// many is the least number of types that one note without names changes. Notes about fewer types
// name them.
const many = 6

// manyTypes links the same change of many types to the note that describes such a change and names
// none of them: "Server Side Apply treats certain structs as atomic". If several notes describe it,
// the words for what changed decide.
func (f *finder) manyTypes() {
	sets := f.byKey(func(v *linkedChange) []string {
		c := v.subject.change
		return when(v.open() && c.Schema != "" && strings.Contains(c.Rule, "topology"), c.Rule+" "+c.New)
	})
	for _, key := range slices.Sorted(maps.Keys(sets)) {
		list := sets[key]
		if len(list) < many {
			continue
		}
		describing := f.merging(list[0].subject.change.New)
		for _, v := range list {
			if c := f.closest(describing, &v.subject); c >= 0 {
				f.infer(v, c, "describes how the API server merges many types, but mentions none of them")
			}
		}
	}
}

// manyRemovals links the beta APIs that were removed in a release, and that no note names, to the
// note that says of all of them that they are no longer served: #108797 of 1.25, #111973 of 1.26.
func (f *finder) manyRemovals() {
	var describing []int32
	for i := range f.index.entries {
		if f.index.entries[i].note.Facts.RemovesBetaAPIs {
			describing = append(describing, int32(i))
		}
	}
	note := only(describing)
	if note < 0 {
		return
	}
	for _, v := range f.changes {
		if v.open() && v.subject.act == removed && f.removedWhole(v.subject.change) && discovery.StabilityOf(v.subject.change.Version) == discovery.Beta {
			f.infer(v, note, "states that beta APIs are no longer served, but mentions none of them")
		}
	}
}

// merging returns the notes whose first sentence describes how something is merged, with the word
// of the change.
func (f *finder) merging(how string) (list []int32) {
	words := stems(how)
	for i := range f.index.entries {
		e := &f.index.entries[i]
		lead := e.words[:min(e.lead, len(e.words))]
		if len(words) > 0 && e.has("api-change") && slices.Contains(lead, words[0]) && (slices.Contains(lead, "apply") || slices.Contains(lead, "merg")) {
			list = append(list, int32(i))
		}
	}
	return list
}

// closest returns the note whose first sentence has the most words for what changed, or -1 if
// several have as many.
func (f *finder) closest(list []int32, s *subject) int32 {
	best, most, twice := int32(-1), -1, false
	for _, i := range list {
		e := &f.index.entries[i]
		points := 0
		for n, w := range s.called() {
			switch {
			case !slices.Contains(e.words[:min(e.lead, len(e.words))], w):
			case n == 0: // the last word of its name
				points += 2
			default:
				points++
			}
		}
		switch {
		case points > most:
			best, most, twice = i, points, false
		case points == most:
			twice = true
		}
	}
	if twice {
		return -1
	}
	return best
}

// called returns the words for what changed: the last word of its name, and the words for a type or
// a field.
func (s *subject) called() []string {
	if s.field == "" {
		words := stems(s.owner)
		return append(words[max(0, len(words)-1):], "struct", "typ")
	}
	words := stems(s.field)
	return append(words[max(0, len(words)-1):], "field")
}
