package report

import (
	"cmp"
	"io"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Writers are the formats of the report. Formats of findings are those of all commands, unless the
// report has its own. They cannot contain release notes, so reports about notes do not have them.
func (r *Report) Writers() format.Writers {
	all := format.Writers{}
	for _, name := range []string{format.CSV, format.SARIF, format.GitLab} {
		if r.Subject != SubjectNotes {
			all[name] = func(w io.Writer, o format.Options) error { return r.findings().Shared()[name](w, o) }
		}
	}
	all.Pages(func(form string, o format.Options) page.Page { return r.page(form, o.Wide) })
	all.ValuesAndTemplate(r, r.functions())
	all[format.JUnit] = func(w io.Writer, _ format.Options) error { return JUnit(w, r) }
	all[format.GitHub] = func(w io.Writer, _ format.Options) error { return WorkflowAnnotations(r).WriteStep(w) }
	return all
}

func (r *Report) findings() *findings.Report {
	w := r.words()
	out := findings.New(Kind, r.Tool, envelope.Side(r.New), finding.Account{}, nil)
	from := envelope.Side(r.Old)
	out.From, out.Gate = &from, r.Gate
	out.Findings = slice.Map(r.Changes, func(c Change) finding.Finding { return c.finding(w) })
	out.Waived = slice.Map(r.Waived, func(c Waived) finding.Waived {
		return finding.Waived{Finding: c.finding(w), By: finding.InIgnoreFile, Reason: c.Reason, Expires: c.Expires}
	})
	out.Warnings = slice.Map(r.Warnings, func(text string) finding.Warning { return finding.Warning{Text: text} })
	closing := r.closing(w)
	out.Say(findings.Said{Title: r.Title(), Verdict: closing[0], Account: closing[1:]})
	return out
}

// A change of a schema is a finding about the first kind that it reaches.
func (c *Change) finding(w language.Words) finding.Finding {
	f := finding.Finding{
		Fingerprint: c.Fingerprint, Rule: c.Rule, Severity: c.Severity, APIVersion: c.GroupVersion().String(), Kind: cmp.Or(c.Kind, c.Resource), Field: c.Field,
		Introduced: c.Introduced, Deprecated: c.Deprecated, Removed: c.Removed, Replacement: c.Replacement, Message: c.sentence(w),
	}
	if unattributed(c.Change) {
		f.APIVersion, f.Kind = "", c.Schema
	}
	if apiVersion, kind, path, more := c.reach(); kind != "" {
		f.APIVersion, f.Kind, f.Field = apiVersion, kind, cmp.Or(path, c.Field)
		if more > 0 {
			f.Message += " (" + strings.TrimSpace(w.Count("and-kinds", more)) + ")"
		}
	}
	for _, n := range c.Notes {
		if n.PR != 0 {
			f.Migration = append(f.Migration, "release note: "+pullURL(n.Repository, n.PR))
		}
	}
	return f
}
