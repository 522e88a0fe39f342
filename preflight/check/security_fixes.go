package check

import (
	"cmp"

	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/preflight"
)

func checkSecurityFixes(in preflight.Input) (f found) {
	told := map[string]bool{}
	for _, n := range f.notesBetween(in) {
		for _, cve := range n.CVEs {
			it := f.add(published("%s: fixed in %s", cve, n.Release))
			it.Value, it.Notes, told[cve] = cve+" "+n.Release, n.pulls(), true
		}
	}
	for _, a := range in.Advisories {
		if told[a.CVE] || a.CVE == "" {
			continue
		}
		told[a.CVE] = true
		it := f.add(published("%s: %s", a.CVE, cmp.Or(excerpt(a.Title), excerpt(a.Text))))
		it.Message += phrase.With(", rated ", excerpt(a.Rating))
		it.Value = a.CVE
	}
	return f
}
