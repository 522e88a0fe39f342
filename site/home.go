package site

import (
	"slices"
	"strconv"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/page"
)

func (v *view) home() error {
	title := v.w.Text("site-title", v.oldest(), v.last())
	feed := v.newFeed(feedFile, title, homePage)
	reports := slice.Map(v.steps, func(s *step) *report.Report { return v.api(s.pair) })
	data := listOf[releaseData]("ReleaseList")
	for i, s := range slices.Backward(v.steps) {
		data.Items = append(data.Items, v.releaseData(s, reports[i]))
	}
	return v.putWithFeed(leaf{at: homePage, title: title, data: data, blocks: func(add page.Adder) {
		add.Paragraphs(budget.Keep, v.w.Text("site-lead"))
		add.Heading(2, page.Text(v.w.Text("site-releases")))
		columns := page.Cells(page.Text(v.w.Text("site-column-release")), page.Text(v.w.Text("site-released")))
		for _, s := range report.ShownSeverities(reports...) {
			columns = append(columns, page.Line{{Text: report.SeverityRun(s, v.w).Text, Set: page.AsNumber}})
		}
		add(page.Block{Kind: page.Columns, Class: "releases", Text: v.w.Text("site-releases"), Cells: append(columns, page.Plain(""))})
		for i, s := range slices.Backward(v.steps) {
			r := reports[i]
			cells := page.Cells(linked(page.Text(s.release.String()), homePage, releasePage(s.release), ""), page.Text(v.date(s)))
			for _, severity := range report.ShownSeverities(reports...) {
				run := page.Text(strconv.Itoa(r.Summary.BySeverity[severity]))
				if r.Summary.BySeverity[severity] > 0 {
					run.Class = string(severity)
				}
				cells = append(cells, page.Line{run})
			}
			links := page.Cells(linked(page.Text(v.w.Text("site-api-of", s.old.Release, s.release)), homePage, apiPage(s.release), ""))
			if len(s.joined.Scope.Releases) > 0 {
				links = append(links, page.Line{linked(page.Text(v.w.Text("release-notes")), homePage, notesPage(s.release), "")})
			}
			add.Row(budget.Keep, append(cells, page.Join(links, " · "))...)
			lines := slice.Map(strongest(r), func(c report.Change) string {
				return report.SeverityRun(c.Severity, v.w).Text + ": " + report.ChangeLine(c.Change, v.w).Plain()
			})
			feed.add(s, releasePage(s.release), v.w.Text("site-release", s.release)+": "+v.w.Count("site-changes", len(r.Changes)), lines)
		}
		v.homeLists(add)
	}}, feed)
}

func (v *view) homeLists(add page.Adder) {
	add.Heading(2, page.Text(v.w.Text("site-sigs")))
	sigs := slice.Map(v.sigs(), func(sig string) page.Line {
		return page.Line{linked(page.Text(report.SIGName(sig)), homePage, sigPage(sig), "")}
	})
	add(page.Block{Kind: page.Paragraph, Line: page.Join(sigs, " · ")})
	add.Heading(2, page.Text(v.w.Text("site-resources")))
	kinds := slice.Map(v.newestKinds(), func(k *kindFacts) page.Line {
		return page.Line{linked(page.Text(k.ResourceLifecycle.Kind), homePage, kindPage(k.GroupVersion, k.Resource), "")}
	})
	add(page.Block{Kind: page.Paragraph, Line: page.Join(kinds, " · ")})
	v.customList(add, homePage)
}

// newestKinds returns the resources of a default cluster of the last release, in their most stable versions.
func (b *builder) newestKinds() (list []*kindFacts) {
	for _, k := range b.kinds {
		i := slices.IndexFunc(list, func(o *kindFacts) bool { return o.Group == k.Group && o.Resource == k.Resource })
		switch {
		case !k.ServedByDefaultIn(b.last()):
		case i < 0:
			list = append(list, k)
		case discovery.CompareVersion(k.Version, list[i].Version) < 0:
			list[i] = k
		}
	}
	return list
}

func (v *view) about() error {
	title := v.w.Text("site-about")
	return v.put(leaf{at: aboutPage, title: title, data: v.aboutData(), blocks: func(add page.Adder) {
		add.Heading(2, page.Text(v.w.Text("site-about-from")))
		fact := func(name, text string) {
			add(page.Block{Kind: page.Fact, Mark: page.Text(name), Line: page.Plain(text)})
		}
		fact(v.w.Text("site-about-tool"), v.Tool.Name+" "+v.Tool.Version)
		fact(v.w.Text("site-data-set"), v.Set)
		fact(v.w.Text("site-about-releases"), v.w.Text("site-span", v.oldest(), v.last()))
		fact(v.w.Text("site-about-gates"), v.w.Text("site-span", v.Gates.Oldest, v.Gates.Newest))
		fact(v.w.Text("site-about-dates"), v.AsOf)
		for _, s := range v.steps {
			for _, text := range s.joined.Scope.Warnings {
				fact(v.w.Text("site-about-notes")+" "+s.release.String(), text)
			}
		}
		add.Heading(2, page.Text(v.w.Text("site-unknown")))
		v.unknown(add)
		add.Heading(2, page.Text(v.w.Text("site-addresses")))
		add.Paragraphs(budget.Keep, v.w.Text("site-addresses-text"))
	}})
}

func (v *view) unknown(add page.Adder) {
	add.Item(budget.Keep, page.Text(v.w.Text("site-unknown-fields", v.Types.First, v.Types.Last)))
	add.Item(budget.Keep, page.Text(v.w.Text("site-unknown-default")))
	add.Item(budget.Keep, page.Text(v.w.Text("site-unknown-links")))
	add.Item(budget.Keep, page.Text(v.w.Text("site-unknown-flags")))
	for _, s := range v.steps {
		for _, m := range s.joined.Scope.Missing {
			add.Item(budget.Keep, page.Text(v.w.Text("site-about-no-notes", m.Release)))
		}
	}
	for _, s := range v.steps {
		for _, n := range s.result.NotCompared {
			add.Item(budget.Keep, page.Text(v.w.Text("site-api-of", s.old.Release, s.release)+": "+v.w.Said(n.What)+": "+v.w.Said(n.Why)))
		}
	}
}
