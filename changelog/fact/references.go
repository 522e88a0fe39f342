package fact

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// The numbers of KEPs and CVEs are also in URLs, so they are searched for in the original text. Files
// of enhancements before 2020 begin with a date or with a number that begins with 0, which is not that
// of an issue: 0034-distributed-tracing-kep.md is KEP-647.
var (
	kepForms = lazy.Regexp(`(?i)\bKEP[-: #]{0,3}([1-9]\d{0,4})\b|enhancements/issues/([1-9]\d{0,4})\b|keps/(?:[a-z-]{1,40}/){1,3}([1-9]\d{0,4})[-.]` +
		`|\b(?:keps?|features)\.k8s\.io/([1-9]\d{0,4})\b`)
	cveForm = lazy.Regexp(`(?i)\bCVE-\d{4}-\d{4,7}\b`)
)

func referencesOf(text string, documentation []changelog.Documentation) (keps []int, cves []string) {
	parts := []string{text[:min(len(text), MaxText)]}
	for _, d := range documentation {
		parts = append(parts, d.URL, d.Description)
	}
	for _, part := range parts {
		if containsAny(part, "KEP", "kep", "Kep", "enhancements/issues/", "features.k8s.io/") {
			for _, m := range kepForms().FindAllStringSubmatch(part, -1) {
				if n, err := strconv.Atoi(strings.Join(m[1:], "")); err == nil { // one of the forms matched
					keps = append(keps, n)
				}
			}
		}
		if containsAny(part, "CVE-", "cve-") {
			for _, cve := range cveForm().FindAllString(part, -1) {
				cves = append(cves, strings.ToUpper(cve))
			}
		}
	}
	return slice.Unique(keps), slice.Unique(cves)
}

// containsAny reports whether a text contains one of the words, without which a slow pattern cannot
// match.
func containsAny(text string, words ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
}
