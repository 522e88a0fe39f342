package findings

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/page"
)

const (
	// manyFindings is the number of findings from which a report begins with a table of APIs.
	manyFindings = 50
	// mostAPIs is the most rows of the table.
	mostAPIs = 25
)

// api is a type with findings, or a rule with findings about parts of types.
type api struct {
	name  string
	found int
	most  rule.Severity
	files map[string]bool
}

func (r *Report) byAPI() []*api {
	of := map[string]*api{}
	for f := range slice.Each(r.Findings) {
		name := strings.TrimSpace(f.APIVersion + " " + f.Kind)
		if f.Field != "" || name == "" {
			name = f.Rule
		}
		a := of[name]
		if a == nil {
			a = &api{name: name, most: f.Severity, files: map[string]bool{}}
			of[name] = a
		}
		a.found++
		a.files[f.File] = true
		if f.Severity.Rank() < a.most.Rank() {
			a.most = f.Severity
		}
	}
	return slices.SortedFunc(maps.Values(of), func(a, b *api) int {
		return cmp.Or(a.most.Rank()-b.most.Rank(), b.found-a.found, strings.Compare(a.name, b.name))
	})
}

func (b *builder) apis() {
	if len(b.r.Findings) < manyFindings {
		return
	}
	all := b.r.byAPI()
	b.add.Heading(2, page.Text("By API"))
	b.add.Columns(page.Text("severity"), page.Text("findings"), page.Text("files"), page.Text("API or rule"))
	row := func(severity rule.Severity, found, files, name string) {
		b.add.Row(WeightAccount, page.Line{{Text: string(severity), Class: string(severity)}}, page.Plain(found), page.Plain(files), page.Plain(name))
	}
	for i, a := range all {
		if i == mostAPIs {
			row("", "", "", "and "+strconv.Itoa(len(all)-i)+" more")
			break
		}
		row(a.most, rule.Count(a.found, "finding"), rule.Count(len(a.files), "file"), a.name)
	}
}
