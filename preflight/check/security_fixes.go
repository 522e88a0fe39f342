package check

import (
	"cmp"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/preflight"
)

func securityFixes() definition {
	return definition{ofReleases: true, Check: preflight.Check{
		ID: "security-fixes", Title: "Security fixes of the releases on the way", Severity: rule.Info, Phase: preflight.Either, Required: false, Since: "0.3.0",
		Doc: "CVEs that the notes of the releases on the way name, with the release that has the fix. They are a reason to upgrade, and to use the latest patch " +
			"release of each hop.",
		Migration: "Upgrade to the named patch release, or a later one.",
	}, check: func(in preflight.Input) (f found) {
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
	}}
}
