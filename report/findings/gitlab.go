package findings

import (
	"cmp"
	"io"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// gitlabIssue is an entry of a report of GitLab Code Quality, with the fields of
// docs.gitlab.com/ci/testing/code_quality ("Code Quality report format").
type gitlabIssue struct {
	Description string         `json:"description"`
	Check       string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string `json:"path"`
	Lines struct {
		Begin int `json:"begin"`
	} `json:"lines"`
}

// GitLab writes the findings that count as a report of GitLab Code Quality. What could not be read
// is an entry too, because a report without entries means that there are no problems.
func GitLab(w io.Writer, r *Report) error {
	r = r.rooted()
	var list []gitlabIssue
	for _, u := range r.unread() {
		list = append(list, gitlabIssue{
			Description: escape.Plain(u.Place + " could not be read: " + u.Reason), Check: "unreadable", Fingerprint: Within(u.Place, u.Reason),
			Severity: gitlabSeverity(rule.Unknown), Location: gitlabPlace(&finding.Finding{File: cmp.Or(u.File, u.Place), Line: u.Line}),
		})
	}
	for f := range slice.Each(r.Findings) {
		text := told(f)
		if len(f.Migration) > 0 {
			text += " → " + strings.Join(f.Migration, "; ")
		}
		list = append(list, gitlabIssue{
			Description: escape.Plain(text), Check: escape.Plain(f.Rule), Fingerprint: escape.Plain(f.Fingerprint), Severity: gitlabSeverity(f.Severity), Location: gitlabPlace(f),
		})
	}
	for _, one := range r.Warnings {
		list = append(list, gitlabIssue{
			Description: escape.Plain(warning(one)), Check: "warning", Fingerprint: Within(one.File, one.Text), Severity: gitlabSeverity(rule.Info),
			Location: gitlabPlace(&finding.Finding{File: cmp.Or(one.File, "kubedelta"), Line: one.Line}),
		})
	}
	return format.WriteJSON(w, list)
}

// GitLab requires a path and a line, so a finding without a file has the name of its object as path.
func gitlabPlace(f *finding.Finding) (at gitlabLocation) {
	path := cmp.Or(strings.TrimPrefix(f.File, "./"), strings.ReplaceAll(cmp.Or(strings.TrimSpace(f.APIVersion+" "+object(f)), f.Rule), " ", "/"))
	at.Path, at.Lines.Begin = escape.Plain(path), max(f.Line, 1)
	return at
}

// gitlabSeverity is one of the five severities of GitLab.
func gitlabSeverity(s rule.Severity) string {
	return cmp.Or(map[rule.Severity]string{
		rule.Breaking: "blocker", rule.Risky: "critical", rule.Deprecation: "major", rule.Unknown: "major", rule.Addition: "minor",
	}[s], "info")
}
