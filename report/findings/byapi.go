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
	// manyFindings is from where a report begins with a table of what its findings are
	// about: more do not fit on a few screens.
	manyFindings = 50
	// mostAPIs is how many rows the table has.
	mostAPIs = 25
)

// api is what some findings are about: a type, or a rule where they are about parts of it.
type api struct {
	name  string
	found int
	most  rule.Severity
	files map[string]bool
}

// byAPI counts the findings by what they are about, the most severe first.
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

// apis is the table that a large report begins with.
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
