package scanning

import (
	"context"
	"errors"
	"slices"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/sources"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/union"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Targets are what manifests are checked against.
type Targets struct {
	union.Union
	from *discovery.Surface
	// Checked has the input of the checker for each target.
	Checked []checker.Target
}

// targets returns the values of --to. Without --to, it is the cluster of --context, unless that
// cluster is scanned, or else the newest release.
func (o *Options) targets(s *sources.Session, paths []string) []string {
	switch {
	case len(o.To) > 0:
		return o.To
	case o.Sources.Cluster.Context != "" && !slices.Contains(paths, sources.CurrentContext):
		return []string{sources.CurrentContext}
	default:
		return []string{s.Env.Catalog.Newest().String()}
	}
}

// Load loads the targets.
func (o *Options) Load(ctx context.Context, s *sources.Session, paths []string) (t Targets, err error) {
	names := o.targets(s, paths)
	problems := []error{option.CheckZero("--from ", o.From), o.Sources.Cluster.CheckContext("", slices.Concat([]string{o.From}, names, paths)...)}
	for _, name := range names {
		problems = append(problems, option.CheckZero("--to ", name))
	}
	if err := errors.Join(problems...); err != nil {
		return t, err
	}
	var surfaces []*discovery.Surface
	for _, name := range names {
		surface, err := s.Load(ctx, name, o.Sources.Cluster)
		if err != nil {
			return t, err
		}
		surfaces = append(surfaces, surface)
	}
	own, err := s.Env.Catalog.Groups()
	if err != nil {
		return t, err
	}
	t.Union = union.Of(surfaces, own)
	for _, surface := range surfaces {
		if limit := limitOf(surface); limit != "" {
			t.Notes = append(t.Notes, limit)
		}
	}
	if o.From != "" {
		if t.from, err = s.Load(ctx, o.From, o.Sources.Cluster); err != nil {
			return t, err
		}
	}
	lifecycles, err := s.Env.Catalog.Lifecycles()
	if err != nil {
		return t, err
	}
	customs, err := s.Env.Projects.Lifecycles()
	if err != nil {
		return t, err
	}
	past := func(r discovery.Release) (*discovery.Surface, error) { return s.Env.Catalog.Load(ctx, r) }
	for _, to := range t.Targets {
		if t.from != nil && to.Release.Known() && t.from.Release.Compare(to.Release) > 0 {
			return t, terminal.Usagef("--from %s is after --to %s", o.From, to.Release)
		}
		t.Checked = append(t.Checked, checker.Target{To: to, From: t.from, Lifecycles: lifecycles, Customs: customs, Groups: own, Past: past, Strict: o.Strict})
	}
	return t, nil
}

// limitOf says which rules the data about a release of Kubernetes does not cover; "" if it covers all.
func limitOf(s *discovery.Surface) string {
	const byRelease = "annotations, labels, configurations of components, flags, feature gates and other facts of a release"
	switch newest := discovery.Newest(); {
	case !s.Release.Known() && s.Only == nil:
		limit := s.Name + ": its release is unknown, so " + byRelease + " are not checked"
		if s.Source != discovery.SourceCluster {
			limit += "; to check them, give the file or folder the name of the release, such as " + newest.String()
		}
		return limit
	case newest.Compare(s.Release) < 0:
		return s.Name + ": the built-in data ends with " + newest.String() + ", so " + byRelease + " are checked as of " + newest.String()
	default:
		return ""
	}
}

// Describe adds the targets to a report, and warnings about what is not known of them.
func (t Targets) Describe(r *findings.Report) {
	for _, note := range t.Notes {
		r.Warnings = append(r.Warnings, finding.Warning{Text: note})
	}
	if t.from != nil {
		from := envelope.SideOf(t.from)
		r.From = &from
	}
	if len(t.Members) == 1 {
		return
	}
	r.Target.Name, r.Target.Source = t.Name(), discovery.SourceSeveral
	r.Target.Incomplete = nil
	for _, m := range t.Members {
		side := envelope.SideOf(m)
		r.Targets = append(r.Targets, side)
		r.Target.Incomplete = slices.Concat(r.Target.Incomplete, side.Incomplete)
	}
}
