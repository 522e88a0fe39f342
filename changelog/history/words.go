package history

import (
	"strings"
	"unicode"
)

// normalise removes differences in letter case, punctuation and white space, because the note of a
// cherry-pick is a copy by its author.
func normalise(text string) string {
	return strings.Join(words(text), " ")
}

func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
}

// set returns the words of a text without those for what was done, so that "Adds X" and "Reverts X"
// are similar.
func set(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range words(text) {
		if !verb(w) {
			out[w] = true
		}
	}
	return out
}

func verb(word string) bool {
	switch word {
	case "a", "an", "the", "is", "are", "was", "were", "been", "has", "have", "now", "to", "of", "in", "for", "and", "this",
		"revert", "reverts", "reverted", "reverting", "add", "adds", "added", "adding", "introduce", "introduces", "introduced",
		"remove", "removes", "removed", "drop", "drops", "dropped", "introducing", "promote", "promotes", "promoted", "graduate", "graduates", "graduated",
		"enable", "enables", "enabled", "fix", "fixes", "fixed", "change", "changes", "changed", "pr", "kubernetes":
		return true
	}
	return false
}

// jaccard returns the Jaccard index of two sets of words, or 0 if one is empty.
func jaccard(a, b map[string]bool) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	both := 0
	for w := range a {
		if b[w] {
			both++
		}
	}
	return float64(both) / float64(len(a)+len(b)-both)
}
