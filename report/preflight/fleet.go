package preflight

import (
	"iter"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/report/envelope"
)

// Fleet is the report of several clusters: a line for each cluster, and their reports.
type Fleet struct {
	envelope.Envelope `json:",inline"`
	// Verdict is ready only if all clusters are.
	Verdict  Verdict   `json:"verdict"`
	Clusters []*Report `json:"clusters"`

	// read returns the report of a cluster if Clusters are only heads.
	read func(i int) (*Report, error)
}

// NewFleet joins the reports of clusters, sorted by name.
func NewFleet(tool envelope.Tool, clusters []*Report) *Fleet {
	f := &Fleet{Envelope: envelope.New(KindFleet, tool), Clusters: append([]*Report{}, clusters...)}
	order.Stably(f.Clusters, func(a, b *Report) int { return strings.Compare(a.Cluster.Name, b.Cluster.Name) })
	f.settle()
	return f
}

// head is the data of a cluster in the table of a fleet.
type head struct {
	title, answer    string
	accepted, waived int
	code             int
}

// Head returns a report without its checks and plan, with the data for the table of a fleet. To
// join thousands of reports, keep their heads, and read each report again when it is written.
func (r *Report) Head() *Report {
	return &Report{
		Envelope: r.Envelope, Cluster: r.Cluster, Target: r.Target, Scope: r.Scope, Phase: r.Phase, Verdict: r.Verdict, Done: r.Done, Unreachable: r.Unreachable, Summary: r.Summary,
		head: &head{title: r.Title(), answer: r.answer(), accepted: len(r.Accepted), waived: len(r.Waived), code: r.code()},
	}
}

// Join returns the report of clusters given by their heads, sorted by name. read returns the report
// of a head.
func Join(tool envelope.Tool, heads []*Report, read func(head *Report) (*Report, error)) *Fleet {
	f := NewFleet(tool, heads)
	f.read = func(i int) (*Report, error) { return read(f.Clusters[i]) }
	return f
}

// settle sets the verdict, and the gate and data if they are the same in all reports.
func (f *Fleet) settle() {
	f.Verdict = Ready
	if len(f.Clusters) == 0 {
		f.Verdict = Unknown
	}
	for i, r := range f.Clusters {
		if i == 0 {
			f.Gate, f.Data = r.Gate, r.Data
		}
		if f.Gate != nil && (r.Gate == nil || *r.Gate != *f.Gate) {
			f.Gate = nil
		}
		if r.Data != f.Data {
			f.Data = envelope.Data{}
		}
		switch {
		case r.Verdict == NotReady:
			f.Verdict = NotReady
		case r.Verdict != Ready && f.Verdict == Ready:
			f.Verdict = Unknown
		}
	}
}

// clusters yields one report after the other, to save memory. It stops at the first error, which it sets in failed.
func (f *Fleet) clusters(failed *error) iter.Seq[*Report] {
	return func(yield func(*Report) bool) {
		for i, r := range f.Clusters {
			if f.read != nil {
				if r, *failed = f.read(i); *failed != nil {
					return
				}
			}
			if !yield(r) {
				return
			}
		}
	}
}

// MarshalJSONTo writes the JSON contract, cluster by cluster.
func (f *Fleet) MarshalJSONTo(to *jsontext.Encoder) error {
	return json.MarshalEncode(to, struct {
		envelope.Envelope `json:",inline"`
		Verdict           Verdict  `json:"verdict"`
		Clusters          clusters `json:"clusters"`
	}{f.Envelope, f.Verdict, clusters{f}})
}

type clusters struct{ of *Fleet }

// MarshalJSONTo writes the list.
func (c clusters) MarshalJSONTo(to *jsontext.Encoder) error {
	if err := to.WriteToken(jsontext.BeginArray); err != nil {
		return err
	}
	var failed error
	for r := range c.of.clusters(&failed) {
		if err := json.MarshalEncode(to, r); err != nil {
			return err
		}
	}
	if failed != nil {
		return failed
	}
	return to.WriteToken(jsontext.EndArray)
}
