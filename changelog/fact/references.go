package fact

import (
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
	kepForms = lazy.Regexp(`(?i)\bKEP[-: #]{0,3}([1-9]\d{0,4})\b|enhancements/issues/([1-9]\d{0,4})\b|keps/(?:[a-z-]{1,40}/){1,3}([1-9]\d{0,4})-|\bkeps?\.k8s\.io/([1-9]\d{0,4})\b`)
	cveForm  = lazy.Regexp(`(?i)\bCVE-\d{4}-\d{4,7}\b`)
)

type references struct {
	keps []int
	cves []string
}

func referencesOf(text string, documentation []changelog.Documentation) (r references) {
	if len(text) > MaxText {
		text = text[:MaxText]
	}
	r.addKEPs(text)
	for _, d := range documentation {
		r.addKEPs(d.URL)
	}
	r.keps = slice.Unique(r.keps)
	if strings.Contains(text, "CVE-") || strings.Contains(text, "cve-") {
		for _, cve := range cveForm().FindAllString(text, -1) {
			r.cves = append(r.cves, strings.ToUpper(cve))
		}
		r.cves = slice.Unique(r.cves)
	}
	return r
}

func (r *references) addKEPs(text string) {
	if !strings.Contains(text, "KEP") && !strings.Contains(text, "kep") && !strings.Contains(text, "enhancements/issues/") {
		return
	}
	for _, m := range kepForms().FindAllStringSubmatch(text, -1) {
		for _, number := range m[1:] {
			if n, err := strconv.Atoi(number); err == nil && n > 0 {
				r.keps = append(r.keps, n)
			}
		}
	}
}
