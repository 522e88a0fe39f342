package preflight

import (
	"fmt"
	"io"
	"slices"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/unjson"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/preflight/plan"
	"github.com/kubedelta/kubedelta/report/envelope"
)

// ReadJSON reads what JSON or FleetJSON wrote: a report of one cluster, or of
// several; the other is nil.
func ReadJSON(in io.Reader) (*Report, *Fleet, error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, nil, err
	}
	apiVersion, kind := envelope.KindOf(text)
	switch {
	case apiVersion == envelope.APIVersion && kind == Kind:
		r := &Report{}
		if err := json.Unmarshal(text, r); err != nil {
			return nil, nil, fmt.Errorf("not a report of kubedelta preflight: %w", unjson.Sentence(err))
		}
		return r, nil, r.whole()
	case apiVersion == envelope.APIVersion && kind == KindFleet:
		f := &Fleet{}
		if err := json.Unmarshal(text, f); err != nil {
			return nil, nil, fmt.Errorf("not a report of kubedelta preflight: %w", unjson.Sentence(err))
		}
		for _, r := range f.Clusters {
			if r == nil {
				return nil, nil, fmt.Errorf("not a complete report of kubedelta preflight: a cluster is missing")
			}
			if err := r.whole(); err != nil {
				return nil, nil, err
			}
		}
		f.settle()
		return nil, f, nil
	}
	return nil, nil, fmt.Errorf("not a report of kubedelta preflight: expected %s %s or %s, found %q %q", envelope.APIVersion, Kind, KindFleet, apiVersion, kind)
}

// whole says what a report that was read lacks, fills its lists, and makes its
// verdict again: what a file claims is not taken for it.
func (r *Report) whole() error {
	if err := r.Gate.Check(); err != nil {
		return err
	}
	if !r.Target.Release.Known() || r.Checks == nil || r.Summary.ByVerdict == nil {
		return fmt.Errorf("not a complete report of kubedelta preflight: target, checks or summary are missing")
	}
	for i := range r.Checks {
		c := &r.Checks[i]
		if !slices.Contains(preflight.Verdicts(), c.Verdict) {
			return fmt.Errorf("this version of kubedelta cannot read the report: unknown verdict %q", c.Verdict)
		}
		for j := range c.Items {
			if s := c.Items[j].Severity; !slices.Contains(rule.Severities(), s) {
				return fmt.Errorf("this version of kubedelta cannot read the report: unknown severity %q", s)
			}
		}
		fill(&c.Items)
		fill(&c.Gaps)
	}
	fill(&r.Hops)
	for i := range r.Hops {
		fill(&r.Hops[i].Steps)
		for j := range r.Hops[i].Steps {
			fill(&r.Hops[i].Steps[j].Objects)
		}
	}
	plan.Settle(r.Hops)
	fill[evidence.Gap](&r.Gaps)
	fill[evidence.Reading](&r.Readings)
	fill(&r.NotCovered)
	fill(&r.Waived)
	fill(&r.Accepted)
	for i := range r.Accepted {
		fill(&r.Accepted[i].Checks)
	}
	fill(&r.Known)
	r.settle()
	return nil
}

func fill[T any](list *[]T) {
	if *list == nil {
		*list = []T{}
	}
}
