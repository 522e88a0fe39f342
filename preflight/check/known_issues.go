package check

import (
	"cmp"
	"slices"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
)

func knownIssues() definition {
	return definition{Check: preflight.Check{
		ID: "known-issues", Title: "Known issues of the releases on the way", Severity: rule.Info, Phase: preflight.Either, Required: false, Since: "0.3.0",
		Doc:    "What the release notes call known issues. Where only machine-readable notes are at hand, as for 1.14 and 1.15, the answer is unknown: these have none.",
		Remedy: "Read the issue; a patch release may fix it.",
	}, judge: func(in preflight.Input) (f found) {
		switch {
		case len(in.Prose) > 0 || slices.Contains(in.Forms, changelog.FormMarkdown):
		case len(in.Forms) > 0:
			return unanswered("prose of the release notes", "the texts of "+in.To.String()+" are machine-readable notes, which have no known issues; --notes-from takes the CHANGELOG too")
		default:
			return unanswered("prose of the release notes", "the texts of the release notes are not at hand; --notes-from takes them")
		}
		for _, p := range in.Prose {
			if p.Part != "Known Issues" {
				continue
			}
			title := cmp.Or(excerpt(p.Title), excerpt(p.Text))
			it := ofCluster(rule.Info, "known issue: %s", title)
			it.Value = title
			f.add(it)
		}
		return f
	}}
}
