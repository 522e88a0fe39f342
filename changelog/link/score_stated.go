package link

import "slices"

// preferStated marks the notes that describe exactly this change: that the field is added to the
// type, or that its feature gate reached the stage. If there is such a note, notes that only have
// the same names lose points.
func (x *index) preferStated(s *subject, cs *candidates) {
	found := false
	for i := range cs.list {
		c := &cs.list[i]
		e := &x.entries[c.entry]
		c.stated = s.announced(e) || s.reached(e)
		if c.stated {
			c.give(2, "describes this change")
			c.named = true
			found = true
		}
	}
	for i := range cs.list {
		if c := &cs.list[i]; found && !c.stated {
			c.give(-4, "")
		}
	}
}

// reached reports whether the note says that a feature gate of the field reached the stage that the
// field has now.
func (s *subject) reached(e *entry) bool {
	if s.act != staged || s.change.Schema == "" || !e.reaches(s.stage) || e.has("bug") && !e.has("feature") {
		return false
	}
	return slices.ContainsFunc(s.gates, func(gate string) bool {
		at, written := e.names[gate]
		return written && int(at) < e.lead
	})
}

// announced reports whether the note says that the field is added to its type: "Addition of
// Overhead field to the PodSpec".
func (s *subject) announced(e *entry) bool {
	if s.act != added || s.field == "" || !e.stated.adds || e.has("bug") {
		return false
	}
	field := stems(s.field)
	for i, w := range e.words {
		if w != "field" {
			continue
		}
		end := i + 1
		if !e.ends(i, field) {
			if !e.follows(end, 1, field) {
				continue
			}
			end += len(field)
		}
		if e.follows(end, 2, []string{"add"}) && s.ownedBy(e) || s.ownedWithin(e, end, 6) {
			return true
		}
	}
	return false
}

// ownedBy reports whether a note names an owner of the field.
func (s *subject) ownedBy(e *entry) bool {
	return slices.ContainsFunc(append([]string{s.owner}, s.kinds...), func(kind string) bool {
		_, named := e.names[kind]
		return named
	})
}

// ownedWithin reports whether an owner of the field is named within a few words from i on.
func (s *subject) ownedWithin(e *entry, i, within int) bool {
	return slices.ContainsFunc(append([]string{s.owner}, s.kinds...), func(kind string) bool { return e.follows(i, within, stems(kind)) })
}

// ends reports whether the words are directly before i.
func (e *entry) ends(i int, words []string) bool {
	return i >= len(words) && slices.Equal(e.words[i-len(words):i], words)
}

// follows reports whether the words are within a few words from i on, and not part of a longer
// identifier.
func (e *entry) follows(i, within int, words []string) bool {
	for n := i; n < i+within && n+len(words) <= len(e.words); n++ {
		end := n + len(words)
		if e.begins[n] && (end == len(e.words) || e.begins[end]) && slices.Equal(e.words[n:end], words) {
			return true
		}
	}
	return false
}
