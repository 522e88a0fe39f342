package fact

// undone reports whether the graduation to the stage at i did not happen: "delayed the graduation of
// X to beta", "Revert: promote X to GA", "The graduation of X to beta was deferred".
func (r *reading) undone(s sentence, i int) bool {
	for j := i - 1; j >= 0 && j > i-60; j-- {
		if !is("promotes", s.word(j)) && s.word(j) != "promoting" {
			continue
		}
		before := j - 1
		for before >= 0 && (s.tokens[before].mark || has([]string{"the", "its", "a", "this", "of"}, s.word(before))) {
			before--
		}
		return is("undoes", s.word(before)) || r.undoneAfter(s, i)
	}
	return false
}

// undoneAfter reports whether the verb after a stage says that the graduation did not happen.
func (r *reading) undoneAfter(s sentence, i int) bool {
	for j := i + 1; j < len(s.tokens) && j < i+6 && !s.tokens[j].mark; j++ {
		if !is("auxiliary", s.word(j)) {
			continue
		}
		for is("auxiliary", s.word(j)) {
			j++
		}
		return is("undoes", s.word(j))
	}
	return false
}
