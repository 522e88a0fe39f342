package fact

import "slices"

// headKinds returns the kinds that can have reached a stage.
func (r *reading) headKinds() found {
	return slices.DeleteFunc(r.kinds(), func(at named) bool { return !r.heads(r.sentences[at.sentence], at.token) })
}

// heads reports whether the kind at i is what a sentence is about, and not a word of a longer name
// ("Pod Priority", "EndpointSlice Controllers") or what something else is for ("the annotation added
// to Jobs").
func (r *reading) heads(s sentence, i int) bool {
	kind := func(t token) bool { return !t.mark && r.Dictionary.kinds[lastName(t.text)] != "" }
	from, to := i-1, i+1
	for from >= 0 && (joins(s.tokens[from]) || kind(s.tokens[from]) || has([]string{"the", "a", "an"}, s.word(from))) {
		from--
	}
	for to < len(s.tokens) && (joins(s.tokens[to]) || joins(s.tokens[to-1]) && kind(s.tokens[to])) {
		to++
	}
	if r.aim(s, from) || from > 1 && r.aim(s, from-1) && !s.tokens[from].mark { // "from Indexed Jobs"
		return false
	}
	return r.endsName(s, to)
}

// endsName reports whether the word at i does not belong to the name before it.
func (r *reading) endsName(s sentence, i int) bool {
	word := s.word(i)
	return word == "" || s.tokens[i].mark || has([]string{"to", "in", "as", "apis"}, word) || nounSort(word)&aKind != 0 || is("finite", word) || is("reaches", word)
}

// aim reports whether the preposition at i says what something else is for: "added to Jobs", but not
// "graduation of Jobs".
func (r *reading) aim(s sentence, i int) bool {
	return (is("softly", s.word(i)) || s.word(i) == "to") && !is("promotes", s.word(i-1))
}
