package draft

import (
	"regexp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
)

// links returns the links with a URL, without duplicates.
func links(all []changelog.Documentation) []changelog.Documentation {
	var out []changelog.Documentation
	seen := make(map[changelog.Documentation]bool, len(all))
	for _, d := range all {
		d.URL, d.Description = strings.TrimSpace(d.URL), strings.TrimSpace(d.Description)
		if d.URL != "" && !seen[d] {
			out, seen[d] = append(out, d), true
		}
	}
	return out
}

// kepForms matches the links to an enhancement: its issue, its folder, and the short URLs. Folders
// and files before 2020 begin with a date or a number of their own with leading zeros.
var kepForms = regexp.MustCompile(
	`(?i)\bKEP[- #]*([1-9]\d{0,4})\b|enhancements/issues/([1-9]\d{0,4})\b|keps/(?:sig-[a-z-]+|prod-readiness/sig-[a-z-]+)/(?:[a-z-]+/)?([1-9]\d{0,4})[-.]` +
		`|(?:keps?|features)\.k8s\.io/([1-9]\d{0,4})\b`)

var cveForm = regexp.MustCompile(`CVE-\d{4}-\d{4,7}`)

// enhancements returns the numbers of KEPs and CVEs in the links.
func enhancements(all []changelog.Documentation) (keps []int, cves []string) {
	for _, d := range all {
		for _, s := range []string{d.URL, d.Description} {
			for _, m := range kepForms.FindAllStringSubmatch(s, -1) {
				for _, digits := range m[1:] {
					if n := changelog.ParseNumber(digits); n > 0 {
						keps = append(keps, n)
					}
				}
			}
			cves = append(cves, cveForm.FindAllString(s, -1)...)
		}
	}
	slices.Sort(keps)
	slices.Sort(cves)
	return slices.Compact(keps), slices.Compact(cves)
}
