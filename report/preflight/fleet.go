package preflight

import (
	"iter"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/report/envelope"
)

// Fleet is the report of several clusters: a line a cluster, and the details.
type Fleet struct {
	envelope.Envelope `json:",inline"`
	// Verdict is that of all: ready only if all are.
	Verdict  Verdict   `json:"verdict"`
	Clusters []*Report `json:"clusters"`

	// read gives the reports of the clusters, where Clusters are only their heads.
	read func(i int) (*Report, error)
}

// NewFleet joins the reports of clusters, in the order of their names.
func NewFleet(tool envelope.Tool, clusters []*Report) *Fleet {
	f := &Fleet{Envelope: envelope.New(KindFleet, tool), Clusters: append([]*Report{}, clusters...)}
	order.Stably(f.Clusters, func(a, b *Report) int { return strings.Compare(a.Cluster.Name, b.Cluster.Name) })
	f.settle()
	return f
}

// head is what the line of a fleet tells of a cluster.
type head struct {
	title, answer    string
	accepted, waived int
	code             int
}

// Head is a report without its checks and plan: what the line of a fleet tells. Who
// joins thousands of reports keeps the heads, and reads each report again to write it.
func (r *Report) Head() *Report {
	return &Report{
		Envelope: r.Envelope, Cluster: r.Cluster, Target: r.Target, Scope: r.Scope, Phase: r.Phase, Verdict: r.Verdict, Done: r.Done, Unreachable: r.Unreachable, Summary: r.Summary,
		head: &head{title: r.Title(), answer: r.answer(), accepted: len(r.Accepted), waived: len(r.Waived), code: r.code()},
	}
}

// Join makes the report of clusters of which only the heads are at hand, in the order
// of their names; read gives the report behind a head.
func Join(tool envelope.Tool, heads []*Report, read func(head *Report) (*Report, error)) *Fleet {
	f := NewFleet(tool, heads)
	f.read = func(i int) (*Report, error) { return read(f.Clusters[i]) }
	return f
}

// settle makes the verdict, and says of all what is the same in all.
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

// clusters are the reports, one after the other, so that not all are needed at once.
// The first that cannot be read ends them, and its error is left in failed.
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

// MarshalJSONTo writes the contract, cluster by cluster.
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
