package cli

import (
	"context"
	"errors"
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/union"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/scan/judge"
)

// scanTargets are what manifests are held against.
type scanTargets struct {
	union.Union
	from *discovery.Surface
	// judged has for each target what is judged by it.
	judged []judge.Target
}

// targets are the values of --to. Without any it is the cluster of --context, unless that
// is what is scanned.
func (o *scanOptions) targets(s *session, paths []string) []string {
	switch {
	case len(o.to) > 0:
		return o.to
	case o.sources.cluster.context != "" && !slices.Contains(paths, currentContext):
		return []string{currentContext}
	default:
		return []string{s.env.Catalog.Newest().String()}
	}
}

// load loads what manifests are held against.
func (o *scanOptions) load(ctx context.Context, s *session, paths []string) (t scanTargets, err error) {
	names := o.targets(s, paths)
	problems := []error{checkZero("--from ", o.from), o.sources.cluster.checkContext("", slices.Concat([]string{o.from}, names, paths)...)}
	for _, name := range names {
		problems = append(problems, checkZero("--to ", name))
	}
	if err := errors.Join(problems...); err != nil {
		return t, err
	}
	var surfaces []*discovery.Surface
	for _, name := range names {
		surface, err := s.load(ctx, name, o.sources.cluster)
		if err != nil {
			return t, err
		}
		surfaces = append(surfaces, surface)
	}
	own, err := s.env.Catalog.Groups()
	if err != nil {
		return t, err
	}
	t.Union = union.Of(surfaces, own)
	if o.from != "" {
		if t.from, err = s.load(ctx, o.from, o.sources.cluster); err != nil {
			return t, err
		}
	}
	lives, err := s.env.Catalog.Lives()
	if err != nil {
		return t, err
	}
	customs, err := s.env.Projects.Lives()
	if err != nil {
		return t, err
	}
	past := func(r discovery.Release) (*discovery.Surface, error) { return s.env.Catalog.Load(ctx, r) }
	for _, to := range t.Targets {
		if t.from != nil && to.Release.Known() && t.from.Release.Compare(to.Release) > 0 {
			return t, usagef("--from %s is after --to %s", o.from, to.Release)
		}
		t.judged = append(t.judged, judge.Target{To: to, From: t.from, Lives: lives, Customs: customs, Groups: own, Past: past, Strict: o.strict})
	}
	return t, nil
}

// describe says in a report what the targets are.
func (t scanTargets) describe(r *findings.Report) {
	if t.from != nil {
		from := envelope.SideOf(t.from)
		r.From = &from
	}
	if len(t.Members) == 1 {
		return
	}
	r.Target.Name, r.Target.Source = t.Name(), discovery.SourceSeveral
	r.Target.Incomplete = []envelope.Incomplete{}
	for _, m := range t.Members {
		side := envelope.SideOf(m)
		r.Targets = append(r.Targets, side)
		r.Target.Incomplete = slices.Concat(r.Target.Incomplete, side.Incomplete)
	}
}
