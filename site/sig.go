package site

import (
	"slices"

	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/page"
)

func (b *builder) sigs() []string {
	return slice.Unique(slice.Flat(b.steps, func(s *step) []string { return s.sigs }))
}

func (v *view) sigJobs() (jobs []func() error) {
	for _, sig := range v.sigs() {
		jobs = append(jobs, func() error { return v.sig(sig) })
	}
	return append(jobs, v.sigList)
}

func (v *view) sig(sig string) error {
	at, name := sigPage(sig), v.w.Text("site-sig", report.SIGName(sig))
	v.searchable(doc{Kind: kindSIG, Title: "SIG " + report.SIGName(sig), To: at})
	feed := v.newFeed(feedOf(at), name, at)
	steps := slice.Filter(v.steps, func(s *step) bool { return slices.Contains(s.sigs, sig) })
	slices.Reverse(steps)
	data := listOf("SIG", slice.Map(steps, func(s *step) sigEntries { return v.sigEntries(s, sig) })...)
	return v.putWithFeed(leaf{at: at, title: name, data: data, blocks: func(add page.Adder) {
		add.Paragraphs(budget.Keep, v.w.Text("site-sig-lead"))
		for _, s := range steps {
			count := v.w.Count("site-entries", entriesOf(s, sig))
			add.Item(budget.Keep, linked(page.Text(v.w.Text("site-release", s.release)), at, sigNotesPage(s.release, sig), ""), page.Text(" · "+count))
			feed.add(s, sigNotesPage(s.release, sig), name+": "+v.w.Text("site-release", s.release), []string{count})
		}
	}}, feed)
}

func (v *view) sigList() error {
	title := v.w.Text("site-sigs")
	data := listOf("SIGList", slice.Map(v.sigs(), func(sig string) sigItem { return sigItem{sig, address(sigPage(sig))} })...)
	return v.put(leaf{at: sigsPage, title: title, data: data, blocks: func(add page.Adder) {
		for _, sig := range v.sigs() {
			add.Item(budget.Keep, linked(page.Text(v.w.Text("site-sig", report.SIGName(sig))), sigsPage, sigPage(sig), ""))
		}
	}})
}
