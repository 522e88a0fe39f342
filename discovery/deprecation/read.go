package deprecation

import "strings"

// Verdict is what a description says about deprecation. If parts of a text differ, the highest
// verdict counts.
type Verdict int

const (
	// Silent means that nothing is deprecated.
	Silent Verdict = iota
	// Mentioned means that something else is deprecated, such as a value of the field, or that the
	// field will be.
	Mentioned
	// Stated means that the field or type itself is deprecated.
	Stated
)

// Read reads the description of a field, or of a type if the name is empty.
func Read(name, description string) Verdict {
	if !hasWord(description) { // nine of ten descriptions
		return Silent
	}
	if strings.HasPrefix(description, "Deprecated: ") || strings.Contains(description, "\nDeprecated: ") {
		return Stated // as Go's tools do
	}
	own := subject(compact(name))
	if own.namedDeprecated(description) {
		return Stated
	}
	verdict := Silent
	for i, b := range blocks(description) {
		if !hasWord(b.text) {
			continue
		}
		for j, text := range sentences(b.text) {
			if verdict = max(verdict, sentence{text: text, own: own, first: i == 0 && j == 0, item: b.item}.verdict()); verdict == Stated {
				return Stated
			}
		}
	}
	return verdict
}

func hasWord(text string) bool {
	return strings.Contains(text, "eprec") || strings.Contains(text, "EPREC") || strings.Contains(text, "epric")
}
