package history

import (
	"maps"
	"strings"
	"unicode"

	"github.com/kubedelta/kubedelta/discovery/lazy"
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

// versionNumber matches "1.14.5", "1.21-rc.1" and the version of an API.
var versionNumber = lazy.Regexp(`v?\d+(?:\.\d+)+(?:-?(?:alpha|beta|rc)\.?\d+)?|\bv\d+(?:(?:alpha|beta)\d+)?\b`)

// versionsIn returns the version numbers in a text. "v1.14" and "version 1.14" are equal.
func versionsIn(text string) map[string]bool {
	out := map[string]bool{}
	for _, v := range versionNumber().FindAllString(strings.ToLower(text), -1) {
		out[strings.TrimPrefix(v, "v")] = true
	}
	return out
}

// sameVersions reports whether two texts have the same version numbers. Otherwise they are about
// different changes: "Update Golang to v1.13.14" (#93232) and "Update Golang to v1.14.5" (#93088).
func sameVersions(a, b string) bool { return maps.Equal(versionsIn(a), versionsIn(b)) }
