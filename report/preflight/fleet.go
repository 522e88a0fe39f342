package preflight

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/findings"
)

// Fleet is the report of several clusters: a line a cluster, and the details.
type Fleet struct {
	envelope.Envelope `json:",inline"`
	// Verdict is that of all: ready only if all are.
	Verdict  Verdict   `json:"verdict"`
	Clusters []*Report `json:"clusters"`
}

// NewFleet joins the reports of clusters, in the order of their names.
func NewFleet(tool findings.Tool, clusters []*Report) *Fleet {
	f := &Fleet{Envelope: envelope.New(KindFleet, tool), Clusters: append([]*Report{}, clusters...)}
	order.Stably(f.Clusters, func(a, b *Report) int { return strings.Compare(a.Cluster.Name, b.Cluster.Name) })
	for i, r := range clusters {
		if i == 0 {
			f.Gate, f.Data = r.Gate, r.Data
		}
	}
	f.settle()
	return f
}

func (f *Fleet) settle() {
	f.Verdict = Ready
	if len(f.Clusters) == 0 {
		f.Verdict = Unknown
	}
	for _, r := range f.Clusters {
		switch {
		case r.Verdict == NotReady:
			f.Verdict = NotReady
		case r.Verdict != Ready && f.Verdict == Ready:
			f.Verdict = Unknown
		}
	}
}
