package site

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/report/page"
)

// releaseJobs makes the pages of each release: its API changes, its notes, and those of each SIG.
func (v *view) releaseJobs() (jobs []func() error) {
	for _, s := range v.steps {
		jobs = append(jobs, func() error { return v.release(s) })
		for _, sig := range s.sigs {
			jobs = append(jobs, func() error {
				return v.report(sigNotesPage(s.release, sig), v.notes(s.pair, sig), feedOf(sigPage(sig)))
			})
		}
	}
	return jobs
}

func (v *view) report(at string, r *report.Report, feed string) error {
	if r == nil {
		return nil
	}
	return v.write(leaf{at: at, data: r, feed: feed, scripts: []string{reportScript}}, r.Page(format.HTML))
}

func (v *view) release(s *step) error {
	api, notes := v.api(s.pair), v.notes(s.pair)
	if err := v.report(apiPage(s.release), api, ""); err != nil {
		return err
	}
	if err := v.report(notesPage(s.release), notes, ""); err != nil {
		return err
	}
	at, title := releasePage(s.release), v.w.Text("site-release", s.release)
	data := v.releaseData(s, api)
	data.header = header{report.APIVersion, "Release"}
	data.SIGs = slice.Map(s.sigs, func(sig string) sigEntries { return v.sigEntries(s, sig) })
	return v.put(leaf{at: at, title: title, data: data, blocks: func(add page.Adder) {
		add(page.Block{Kind: page.Fact, Mark: page.Text(v.w.Text("site-released")), Line: page.Plain(v.date(s))})
		add.Heading(2, page.Text(v.w.Text("site-what-changed")))
		api.Counts(add)
		add.Item(budget.Keep, linked(page.Text(v.w.Text("site-api-of", s.old.Release, s.release)), at, apiPage(s.release), ""))
		if notes != nil {
			add.Item(budget.Keep, linked(page.Text(v.w.Text("site-notes-of", s.release)), at, notesPage(s.release), ""), page.Text(" · "+v.w.Count("site-entries", len(notes.Notes))))
		} else {
			add.Item(budget.Keep, page.Text(v.w.Text("site-about-no-notes", s.release)))
		}
		add.Heading(2, page.Text(v.w.Text("site-sigs")))
		for _, sig := range s.sigs {
			add.Item(budget.Keep, linked(page.Text(v.w.Text("site-sig", report.SIGName(sig))), at, sigNotesPage(s.release, sig), ""), page.Text(" · "+v.w.Count("site-entries", entriesOf(s, sig))))
		}
		add.Heading(2, page.Text(v.w.Text("site-strongest")))
		for _, c := range strongest(api) {
			add(page.Block{
				Kind: page.Card, Class: string(c.Severity), Mark: report.SeverityRun(c.Severity, v.w),
				Line: append(report.ChangeLine(c.Change, v.w), page.Text(" "), page.Run{Text: "#", To: to(at, apiPage(s.release), c.Fingerprint)}),
			})
		}
	}})
}

func (v *view) date(s *step) string {
	if day := v.Dates[s.release]; day != "" {
		return day
	}
	return v.w.Text("site-no-date")
}

func strongest(r *report.Report) (out []report.Change) {
	out = slice.Filter(r.Changes, func(c report.Change) bool {
		return c.Severity == rule.Breaking || c.Severity == rule.Risky || c.Severity == rule.Deprecation
	})
	order.Stably(out, func(a, b report.Change) int { return rule.Compare(a.Change, b.Change) })
	return out
}

func entriesOf(s *step, sig string) (n int) {
	for i := range s.joined.Notes {
		if report.OfSIG(&s.joined.Notes[i], sig) {
			n++
		}
	}
	return n
}
