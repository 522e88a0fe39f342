package openapi

import (
	"regexp"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// The forms in which descriptions of Kubernetes say that a field or a type is
// deprecated. The word in any other place speaks of something else: a value
// ("Recycle (deprecated)"), an annotation, a version.
var (
	// "Deprecated: …", "DEPRECATED …", "Deprecated in 1.7, …" at the beginning of
	// the text, of a sentence or of a line, or after a quoted word.
	deprecatedLabel = regexp.MustCompile(`(?:^|[.!)"]\s+|\n\s*)(?:Deprecated(?:[:.]|\s+in\s)|DEPRECATED\b)`)
	// "This field is deprecated …", "This API is deprecated since 1.22".
	deprecatedSentence = regexp.MustCompile(`(?:^|[.!)]\s+|\n\s*)This (?:field|API|type) is deprecated\b`)
	// "deprecatedCount is the deprecated field …", "… is a deprecated alias".
	deprecatedSubject = regexp.MustCompile(`^[A-Za-z]+ is (?:the|a) deprecated\b`)
	// "… is never populated, and now is deprecated", "should be considered as deprecated".
	deprecatedClause = regexp.MustCompile(`\band now is deprecated\b|\bshould be considered as deprecated\b`)

	deprecatedSince = regexp.MustCompile(`(?i)deprecated (?:in|since|as of) v?(\d+\.\d+)`)
	useType         = regexp.MustCompile(`[Uu]se ([a-z]+)(v\d+(?:(?:alpha|beta)\d+)?)\.([A-Z][A-Za-z]+)`)
)

// saysDeprecated reports whether a description deprecates what it describes.
func saysDeprecated(description string) bool {
	// Nine descriptions of ten do not have the word at all.
	if !mentionsDeprecated(description) {
		return false
	}
	return deprecatedLabel.MatchString(description) || deprecatedSentence.MatchString(description) ||
		deprecatedSubject.MatchString(description) || deprecatedClause.MatchString(description)
}

// mentionsDeprecated reports whether the text has the word at all.
func mentionsDeprecated(description string) bool {
	return strings.Contains(description, "eprecat") || strings.Contains(description, "DEPRECAT")
}

// Deprecation is what a description says of the deprecation of its type.
type Deprecation struct {
	// Since is the release that the text names, if it names one.
	Since discovery.Release
	// Package, Version and Kind name the replacement as Go code does
	// ("discoveryv1.EndpointSlice"), "" where the text names none.
	Package, Version, Kind string
}

// TypeDeprecation reads the description of a whole type.
func TypeDeprecation(description string) (d Deprecation, ok bool) {
	if !saysDeprecated(description) {
		return d, false
	}
	if m := deprecatedSince.FindStringSubmatch(description); m != nil {
		// The pattern lets nothing through that does not parse.
		d.Since, _ = discovery.ParseRelease(m[1])
	}
	if m := useType.FindStringSubmatch(description); m != nil {
		d.Package, d.Version, d.Kind = m[1], m[2], m[3]
	}
	return d, true
}
