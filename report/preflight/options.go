package preflight

import (
	"cmp"
	"io"
	"iter"
	"slices"

	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/report/format"
)

// Options is what renderers know beyond the report.
type Options = format.Options

// Formats are the formats that a report of preflight has.
func Formats() []string { return (&Report{}).Writers().Names() }

// Writers are the formats of the report of one cluster.
func (r *Report) Writers() format.Writers { return viewOf(r, nil).writers(r) }

// Writers are the formats of the report of several clusters.
func (f *Fleet) Writers() format.Writers { return viewOf(nil, f).writers(f) }

// view is what renderers show: one report, or those of a fleet.
type view struct {
	tool  findings.Tool
	one   *Report
	fleet *Fleet
	// failed is why the reports of a fleet ended early.
	failed error
}

func viewOf(r *Report, fleet *Fleet) *view {
	if fleet != nil {
		return &view{tool: fleet.Tool, fleet: fleet}
	}
	return &view{tool: r.Tool, one: r}
}

// heads are the reports, or of a fleet what its lines tell.
func (v *view) heads() []*Report {
	if v.fleet != nil {
		return v.fleet.Clusters
	}
	return []*Report{v.one}
}

// reports are the whole reports.
func (v *view) reports() iter.Seq[*Report] {
	if v.fleet != nil {
		return v.fleet.clusters(&v.failed)
	}
	return slices.Values(v.heads())
}

func (v *view) writers(whole any) format.Writers {
	all := format.Writers{}
	for name := range (&findings.Report{}).Shared() {
		all[name] = func(w io.Writer, o Options) error { return asFindings(v, name).Shared()[name](w, o) }
	}
	all.Pages(v.page)
	all.Values(whole)
	all[format.Prometheus] = func(w io.Writer, _ Options) error { return prometheus(w, v) }
	all[format.Template] = func(w io.Writer, o Options) error {
		if v.fleet != nil {
			// A template may go through the clusters as it likes.
			whole = &Fleet{Envelope: v.fleet.Envelope, Verdict: v.fleet.Verdict, Clusters: slices.Collect(v.reports())}
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
