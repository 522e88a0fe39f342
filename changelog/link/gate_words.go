package link

import (
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// fieldsOfNewGates links the fields of a new feature gate that no note names to the note that has
// the words of their names. Each field alone is a word or two; all of them together are specific.
// The note must not be linked yet, must name a kind that has one of the fields, and must have far
// more of the words than any other.
func (f *finder) fieldsOfNewGates() {
	members := f.byKey(func(v *linkedChange) []string {
		gates := v.subject.newGates()
		return when(v.subject.act == added && v.subject.field != "" && len(gates) > 0, strings.Join(gates, ", "))
	})
	for _, key := range slices.Sorted(maps.Keys(members)) {
		list := members[key]
		if len(list) < 2 || slices.ContainsFunc(list, func(v *linkedChange) bool { return !v.open() }) {
			continue
		}
		if c := f.about(list); c >= 0 {
			f.linkCount[c]++
			for _, v := range list {
				f.infer(v, c, "contains the words of the fields that were added with the feature gate "+key)
			}
		}
	}
}

// newGates returns the gates of a field that no field needed before.
func (s *subject) newGates() []string {
	return slice.Filter(s.gates, func(g string) bool { return !s.known[g] })
}

// about returns the note that has the words of the names of fields, or -1.
func (f *finder) about(list []*linkedChange) int32 {
	var words, kinds []string
	for _, v := range list {
		words = append(words, stems(v.subject.field)...)
		kinds = append(kinds, v.subject.kinds...)
	}
	best, most, next := int32(-1), 0.0, 0.0
	f.index.coverage(words, func(i int32, share float64) {
		e := &f.index.entries[i]
		if !f.unlinkedEntry(i) || !e.stated.adds || list[0].subject.otherGate(e) || !slices.ContainsFunc(kinds, func(kind string) bool { return f.index.has(i, kind) }) {
			return
		}
		if share > most {
			best, most, next = i, share, most
		} else {
			next = max(next, share)
		}
	})
	if most < 0.4 || most < 1.5*next {
		return -1
	}
	return best
}
