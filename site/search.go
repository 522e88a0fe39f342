package site

import (
	"strings"

	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page"
)

// searchPage is the page that searches.
func (v *view) searchPage() error {
	title := v.w.Text(language.SiteSearch)
	var kinds []string
	for _, key := range []language.Key{
		language.SiteKindResource, language.SiteKindGate, language.SiteKindType, language.SiteKindField, language.SiteKindSIG, language.SiteKindRelease, language.SiteKindNote,
	} {
		kinds = append(kinds, v.w.Text(key))
	}
	site := "./"
	if !v.first {
		site = "../"
	}
	return v.put(leaf{
		at: searchPage, title: title, scripts: []string{searchScript},
		words: [][2]string{
			{"site", site}, {"kinds", strings.Join(kinds, "|")}, {"found", v.w.Text(language.SiteFound)}, {"none", v.w.Text(language.SiteFoundNone)},
			{"more", v.w.Text(language.SiteFoundMore)}, {"loading", v.w.Text(language.SiteLoading)}, {"failed", v.w.Text(language.SiteFailed)},
		},
		blocks: func(add page.Adder) {
			add.Paragraphs(budget.Keep, v.w.Text(language.SiteSearchLead))
			add(page.Block{Kind: page.Soft, Line: page.Plain(v.w.Text(language.SiteNeedsScript))})
		},
	})
}
