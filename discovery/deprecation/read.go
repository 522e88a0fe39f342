package deprecation

import "strings"

// Verdict is what a description says of deprecation. A higher one outweighs a
// lower one of the same text.
type Verdict int

const (
	// Silent means that nothing is called deprecated.
	Silent Verdict = iota
	// Mentioned means that something else is, such as one of the field's values; or the
	// field will be.
	Mentioned
	// Stated means that what the text describes is deprecated.
	Stated
)

// Read reads the description of a field, or of a type if the name is empty.
func Read(name, description string) Verdict {
	if !hasWord(description) { // Nine descriptions of ten.
		return Silent
	}
	if strings.HasPrefix(description, "Deprecated: ") || strings.Contains(description, "\nDeprecated: ") {
		return Stated // As Go's tools read it.
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
