package surfaces

import (
	"regexp"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/deprecation"
)

var (
	deprecatedSince = regexp.MustCompile(`(?i)deprecated (?:in|since|as of) v?(\d+\.\d+)`)
	useType         = regexp.MustCompile(`[Uu]se ([a-z]+)(v\d+(?:(?:alpha|beta)\d+)?)\.([A-Z][A-Za-z]+)`)
)

// told is what a description says about the deprecation of its type.
type told struct {
	// Since is the release in the text, if there is one.
	Since discovery.Release
	// Package, Version and Kind name the replacement as in Go code ("discoveryv1.EndpointSlice");
	// "" if the text names none.
	Package, Version, Kind string
}

// typeDeprecation reads the description of a whole type.
func typeDeprecation(description string) (d told, ok bool) {
	if deprecation.Read("", description) != deprecation.Stated {
		return d, false
	}
	if m := deprecatedSince.FindStringSubmatch(description); m != nil {
		// The pattern only matches versions that can be parsed.
		d.Since, _ = discovery.ParseRelease(m[1])
	}
	if m := useType.FindStringSubmatch(description); m != nil {
		d.Package, d.Version, d.Kind = m[1], m[2], m[3]
	}
	return d, true
}
