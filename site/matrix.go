package site

import (
	"cmp"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/page"
)

func (v *view) matrix() error {
	title := v.w.Text("site-matrix")
	lifecycles := slice.Map(v.kinds, func(k *kindFacts) discovery.ResourceLifecycle { return *k.ResourceLifecycle })
	data := report.BuildLifecycleMatrix(lifecycles, v.Releases)
	return v.put(leaf{at: matrixPage, title: title, data: data, blocks: func(add page.Adder) {
		add.Paragraphs(budget.Keep, v.w.Text("site-matrix-legend"))
		v.matrixOf(add, matrixPage, v.kinds, v.Releases, true)
	}})
}

// If names is set, each row has a link to the page of the resource.
func (v *view) matrixOf(add page.Adder, at string, kinds []*kindFacts, releases []discovery.Release, names bool) {
	lifecycles := slice.Map(kinds, func(k *kindFacts) discovery.ResourceLifecycle { return *k.ResourceLifecycle })
	columns, class := page.Cells(), "life"
	if names {
		class += " named"
		columns = page.Cells(page.Text(v.w.Text("column-api")))
	}
	for _, r := range releases {
		columns = append(columns, page.Plain(r.String()))
	}
	classes := map[report.Cell]string{report.CellServed: "addition", report.CellDeprecated: "deprecation", report.CellDisabledDeprecated: "deprecation"}
	add(page.Block{Kind: page.Columns, Class: class, Text: v.w.Text("site-matrix"), Cells: columns})
	for _, row := range report.BuildLifecycleMatrix(lifecycles, releases).Rows {
		gv := discovery.GroupVersion{Group: row.Group, Version: row.Version}
		cells := page.Cells()
		if names {
			cells = page.Cells(linked(page.Code(gv.String()+" "+row.Kind), at, kindPage(gv, row.Resource), ""))
		}
		for _, c := range row.Cells {
			cells = append(cells, page.Line{{Text: c.Mark(), Class: cmp.Or(classes[c], "info")}})
		}
		add.Row(budget.Keep, cells...)
	}
	if !names {
		add(page.Block{Kind: page.Soft, Line: page.Plain(v.w.Text("site-matrix-legend"))})
	}
}
