package fact

import "strings"

// isRevert reports whether the note reverts a change: the verb is among the first words, or in the
// passive. Anywhere else, "revert" is about what a program does.
func (r *reading) isRevert() bool {
	if !r.says("revert") {
		return false
	}
	seen := 0
	for n, s := range r.sentences {
		for i, t := range s.tokens {
			if t.mark {
				continue
			}
			seen++
			if n == 0 && seen <= 8 && has([]string{"revert", "reverts", "reverted"}, t.low) && revertsHere(s, i) ||
				t.low == "reverted" && has([]string{"was", "is", "been", "are", "were"}, s.word(i-1)) ||
				t.text == "Reverted" && s.word(i-1) == ":" {
				return true
			}
		}
	}
	return false
}

// revertsHere excludes "to revert", which describes a workaround, and "revert if".
func revertsHere(s sentence, i int) bool {
	return !has([]string{"to", "can", "will", "not", "or"}, s.word(i-1)) && !strings.HasPrefix(s.word(i+1), "if")
}

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
