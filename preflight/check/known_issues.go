package check

import (
	"cmp"
	"slices"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
)

func knownIssues() definition {
	return definition{ofReleases: true, Check: preflight.Check{
		ID: KnownIssues, Title: "Known issues of the releases on the way", Severity: rule.Info, Phase: preflight.Either, Required: false, Since: "0.3.0",
		Doc:       "What the release notes call known issues. If only machine-readable notes exist, as for 1.14 and 1.15, the check is unknown, because they do not list known issues.",
		Migration: "Read the issue; a patch release may fix it.",
	}, check: func(in preflight.Input) (f found) {
		switch {
		case len(in.Prose) > 0 || slices.Contains(in.Forms, changelog.FormMarkdown):
		case len(in.Forms) > 0:
			return unanswered("text of the release notes", "the texts of "+in.To.String()+" were given as JSON, which has no known issues; use the CHANGELOG with --notes-from")
		default:
			return unanswered("text of the release notes", "the built-in data contains no texts of the release notes; add them with --notes-from")
		}
		for _, p := range in.Prose {
			if p.Part != "Known Issues" {
				continue
			}
			title := cmp.Or(excerpt(p.Title), excerpt(p.Text))
			f.add(published("known issue: %s", title)).Value = title
		}
		return f
	}}
}
