package site

import (
	"strings"

	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/page"
)

// Custom is a comparison of two states of custom resources. It has a page.
type Custom struct{ Old, New *discovery.Surface }

func (c Custom) page() string {
	return "custom/" + plainName(strings.NewReplacer(":", "-", "/", "-").Replace(c.Old.Name+"-"+c.New.Name))
}

func (c Custom) title() string { return c.Old.Name + " → " + c.New.Name }

func (v *view) customJobs() (jobs []func() error) {
	for _, c := range v.Custom {
		jobs = append(jobs, func() error {
			v.searchable(doc{Kind: kindRelease, Title: c.title(), To: c.page()})
			return v.report(c.page(), v.api(pair{old: c.Old, new: c.New, result: diff.Compare(c.Old, c.New, diff.Options{})}), "")
		})
	}
	return jobs
}

func (v *view) customList(add page.Adder, at string) {
	add.Heading(2, page.Text(v.w.Text("site-custom")))
	for _, c := range v.Custom {
		add.Item(budget.Keep, linked(page.Text(c.title()), at, c.page(), ""))
	}
}
