package site

import (
	"strings"

	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page"
)

// searchPage makes the search page.
func (v *view) searchPage() error {
	title := v.w.Text("site-search")
	var kinds []string
	for _, key := range []language.Key{
		"site-kind-resource", "site-kind-gate", "site-kind-type", "site-kind-field", "site-kind-sig", "site-kind-release", "site-kind-note",
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
			{"site", site}, {"kinds", strings.Join(kinds, "|")}, {"found", v.w.Text("site-found")}, {"none", v.w.Text("site-found-none")},
			{"more", v.w.Text("site-found-more")}, {"loading", v.w.Text("site-loading")}, {"failed", v.w.Text("site-failed")},
		},
		blocks: func(add page.Adder) {
			add.Paragraphs(budget.Keep, v.w.Text("site-search-lead"))
			add(page.Block{Kind: page.Soft, Line: page.Plain(v.w.Text("site-needs-script"))})
		},
	})
}
