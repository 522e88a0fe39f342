package check

import (
	"cmp"
	"slices"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/preflight"
)

func checkKnownIssues(in preflight.Input) (f found) {
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
}
