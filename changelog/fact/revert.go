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
