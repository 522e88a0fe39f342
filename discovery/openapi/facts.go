package openapi

import (
	"cmp"
	"iter"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/deprecation"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// FactsOf returns what a description says about the lifecycle of the field with that name, or of a
// type if the name is empty.
func FactsOf(name, description string) discovery.Facts {
	if description == "" {
		return discovery.Facts{}
	}
	description = discovery.OwnText(description)
	verdict := deprecation.Read(name, description)
	return discovery.Facts{
		Deprecated: verdict == deprecation.Stated,
		Mentions:   verdict == deprecation.Mentioned,
		Stage:      stage(description),
		Gates:      gates(description),
	}
}

// gateList matches names of gates: "A", "A and B", "A, B, and C". They are before or after the
// words "feature gate": "the SomeGate feature gate", "the feature gate SomeGate".
const gateList = `((?:[A-Z][A-Za-z0-9]+(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s+or\s+))*[A-Z][A-Za-z0-9]+)`

// The forms in which a description states the stage of its field: "This is an alpha field", "This
// field is beta-level", "(Alpha) Using the field …", "Alpha, gated by …", "This is an optional,
// beta field". Names of versions (v1alpha1) do not match.
var (
	stageForms = lazy.Regexp(`(?i)\b(alpha|beta)(?:-level)? (?:field|feature)\b(?: gate)?|` +
		`\b(?:field|feature) is (?:currently )?(?:in |at )?(?:an? )?(alpha|beta)(?:-level)?\b|` +
		`\((alpha|beta)\)(?: Using the \w+ field of)?|(?:^|[.\n]\s*)(alpha|beta)[,.:]|\b(alpha|beta)-level\b`)
	gateForms = lazy.Regexp(gateList + `["'` + "`" + `]?\s+(?:(?:alpha|beta)\s+)?(?:feature[ -]?gates?|featureGates?|feature)\b|\b[Ff]eature[ -]?[Gg]ates?\s+["'` + "`" + `]?` + gateList)
	// The name of a gate has two or more capital letters (CSIMigration), the first word of a sentence
	// has one.
	gateName = lazy.Regexp(`[A-Z][a-z0-9]*[A-Z][A-Za-z0-9]*`)
)

// stage returns the first stage that the text states for its field.
func stage(description string) discovery.Stability {
	if !staged(description) {
		return discovery.StabilityUnknown
	}
	for piece := range pieces(description, ".\n") {
		if !staged(piece) {
			continue
		}
		if s := stageOf(piece); s != discovery.StabilityUnknown {
			return s
		}
	}
	return discovery.StabilityUnknown
}

func staged(text string) bool {
	return hasWord(text, "alpha", "Alpha", "ALPHA") || hasWord(text, "beta", "Beta", "BETA")
}

// pieces splits a text after each of the characters in ends. No form matches across an end, and
// matching is much faster on pieces.
func pieces(text, ends string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for text != "" {
			n := strings.IndexAny(text, ends) + 1
			n = cmp.Or(n, len(text))
			if !yield(text[:n]) {
				return
			}
			text = strings.TrimLeft(text[n:], " \t\n\r")
		}
	}
}

func stageOf(piece string) discovery.Stability {
	for _, m := range stageForms().FindAllStringSubmatch(piece, -1) {
		// "the alpha feature gate X" is about the gate, and "(Alpha) Using the namespace field of
		// …" about a part.
		if last := strings.ToLower(m[0]); strings.HasSuffix(last, "gate") || strings.HasSuffix(last, "field of") {
			continue
		}
		for _, word := range m[1:] {
			switch strings.ToLower(word) {
			case "alpha":
				return discovery.Alpha
			case "beta":
				return discovery.Beta
			}
		}
	}
	return discovery.StabilityUnknown
}

// gates returns the feature gates in the text.
func gates(description string) (names []string) {
	if !strings.Contains(description, "eature") {
		return nil
	}
	for piece := range pieces(description, ".") {
		if !strings.Contains(piece, "eature") {
			continue
		}
		for _, m := range gateForms().FindAllStringSubmatch(piece, -1) {
			names = append(names, gateName().FindAllString(m[1]+" "+m[2], -1)...)
		}
	}
	return slice.Unique(names)
}

// hasWord reports whether a text contains one of the words, not as part of a name such as v1alpha1.
func hasWord(text string, forms ...string) bool {
	for _, form := range forms {
		for rest := text; ; {
			at := strings.Index(rest, form)
			if at < 0 {
				break
			}
			before, after := rest[:at], rest[at+len(form):]
			if (before == "" || !isWord(before[len(before)-1])) && (after == "" || !isWord(after[0])) {
				return true
			}
			rest = rest[at+1:]
		}
	}
	return false
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
