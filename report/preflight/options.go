package preflight

import (
	"cmp"
	"io"
	"iter"
	"slices"

	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/report/format"
)

// Options are the options of the renderers.
type Options = format.Options

// Writers are the formats of the report of one cluster.
func (r *Report) Writers() format.Writers { return viewOf(r, nil).writers(r) }

// Writers are the formats of the report of several clusters.
func (f *Fleet) Writers() format.Writers { return viewOf(nil, f).writers(f) }

// view is what the renderers show: a fleet, or one report.
type view struct {
	*Fleet
	// alone is set for one report.
	alone bool
	// failed is the error that ended the reports of a fleet early.
	failed error
}

func viewOf(r *Report, fleet *Fleet) *view {
	if fleet != nil {
		return &view{Fleet: fleet}
	}
	return &view{Fleet: &Fleet{Envelope: r.Envelope, Clusters: []*Report{r}}, alone: true}
}

func (v *view) reports() iter.Seq[*Report] { return v.clusters(&v.failed) }

func (v *view) writers(whole any) format.Writers {
	all := format.Writers{}
	for name := range (&findings.Report{}).Shared() {
		all[name] = func(w io.Writer, o Options) error { return asFindings(v, name).Shared()[name](w, o) }
	}
	all.Pages(v.page)
	all.Values(whole)
	all[format.Prometheus] = func(w io.Writer, _ Options) error { return prometheus(w, v) }
	all[format.Template] = func(w io.Writer, o Options) error {
		if !v.alone {
			// A template may access the clusters in any order.
			whole = &Fleet{Envelope: v.Envelope, Verdict: v.Verdict, Clusters: slices.Collect(v.reports())}
		}
		if v.failed != nil {
			return v.failed
		}
		return format.WriteTemplate(w, whole, o, format.Functions())
	}
	for name, write := range all {
		all[name] = func(w io.Writer, o Options) error { return cmp.Or(write(w, o), v.failed) }
	}
	return all
}
