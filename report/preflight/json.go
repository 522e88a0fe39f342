package preflight

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/plan"
	"github.com/kubedelta/kubedelta/report/envelope"
)

// ReadJSON reads a report of one cluster or of several in JSON. The other result is nil.
func ReadJSON(in io.Reader) (*Report, *Fleet, error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, nil, err
	}
	r, f := &Report{}, &Fleet{}
	if _, kind := envelope.KindOf(text); kind != KindFleet {
		if err := envelope.Read(bytes.NewReader(text), "kubedelta preflight", r, &r.Envelope, Kind, KindFleet); err != nil {
			return nil, nil, err
		}
		return r, nil, r.whole()
	}
	if err := envelope.Read(bytes.NewReader(text), "kubedelta preflight", f, &f.Envelope, KindFleet); err != nil {
		return nil, nil, err
	}
	if len(f.Clusters) == 0 {
		return nil, nil, errors.New("not a complete report of kubedelta preflight: the clusters are missing")
	}
	for _, r := range f.Clusters {
		if r == nil {
			return nil, nil, errors.New("not a complete report of kubedelta preflight: a cluster is missing")
		}
		if err := r.whole(); err != nil {
			return nil, nil, err
		}
	}
	f.settle()
	return nil, f, nil
}

// whole refuses an incomplete report. It derives the verdict again, and does not trust the one in the file.
func (r *Report) whole() error {
	if err := r.Gate.Check(envelope.ReadyLimits()); err != nil {
		return err
	}
	if !r.Target.Release.Known() || r.Checks == nil || r.Readings == nil || r.Summary.ByVerdict == nil {
		return fmt.Errorf("not a complete report of kubedelta preflight: target, checks, readings or summary are missing")
	}
	if r.Unreachable == "" && !r.Cluster.Release.Known() {
		return errors.New("not a complete report of kubedelta preflight: the release of the cluster is missing")
	}
	r.Done = r.Done && r.Cluster.Release == r.Target.Release
	for c := range slice.Each(r.Checks) {
		if !slices.Contains(preflight.Verdicts(), c.Verdict) {
			return fmt.Errorf("this version of kubedelta cannot read the report: unknown verdict %q", c.Verdict)
		}
		for j := range c.Items {
			if s := c.Items[j].Severity; !slices.Contains(rule.Severities(), s) {
				return fmt.Errorf("this version of kubedelta cannot read the report: unknown severity %q", s)
			}
		}
	}
	plan.Settle(r.Hops)
	r.settle()
	return nil
}
