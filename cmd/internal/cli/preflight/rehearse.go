package preflight

import (
	"context"
	"fmt"
	"strings"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/rehearsal"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/scanning"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/check"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// checkRehearsal returns an error for a server of another release than the target of the upgrade.
func (o *options) checkRehearsal(to discovery.Release) error {
	if o.rehearse == "" {
		return nil
	}
	on := rehearsal.On(o.rehearse)
	if err := on.Check(); err != nil {
		return err
	}
	if o.phase == string(preflight.NodeDrain) {
		return terminal.Usagef("--rehearse adds checks of the control plane, which --phase node-drain leaves out")
	}
	if on.Named() {
		return nil
	}
	switch release, err := discovery.ParseRelease(option.Released(o.rehearse)); {
	case err != nil:
		return terminal.Usagef("--rehearse %s: the target must be a release such as 1.36, or context:NAME", o.rehearse)
	case release != to:
		return terminal.Usagef("--rehearse %s: the API server must run the release to upgrade to, %s", o.rehearse, to)
	}
	return nil
}

// checks returns the checks of the run. With --rehearse, these include the checks of the server's
// answers.
func (o *options) checks() []preflight.Check {
	if o.rehearse == "" {
		return check.All()
	}
	return check.Every()
}

// asking sends the objects of a cluster to an API server.
type asking struct {
	*rehearsal.Run
	reading scanning.Options
	targets scanning.Targets
}

// rehearsal finds the server, or its programs, before the cluster is read. It returns nil without
// --rehearse.
func (p *clusterRun) rehearsal(ctx context.Context, ref source.Reference) (*asking, error) {
	o := p.options
	if o.rehearse == "" {
		return nil, nil
	}
	r := &asking{
		Run:     rehearsal.New(rehearsal.On(o.rehearse), p.session),
		reading: scanning.Options{Sources: o.sources, To: []string{o.rehearse}, Filter: scanning.Filter{ScopeFlags: o.ScopeFlags}},
	}
	var err error
	if r.targets, err = r.Open(ctx, &r.reading, []string{ref.Display()}); err != nil {
		r.Close()
		return nil, err
	}
	if r.Named != nil && r.Named.Release != p.to {
		r.Close()
		return nil, fmt.Errorf("--rehearse %s: the server runs %s, but the release to upgrade to is %s", o.rehearse, r.Named.Version, p.to)
	}
	return r, nil
}

// evidence reads the complete objects of the cluster and sends them to the server.
func (r *asking) evidence(ctx context.Context, ref source.Reference, e *evidence.Evidence, to discovery.Release) (*evidence.Rehearsal, error) {
	reading := scanning.Run{Options: &r.reading, Session: r.Session, Each: r.Take}
	read, err := reading.Whole(ctx, ref, r.targets)
	if err != nil {
		return nil, err
	}
	if err := r.Ask(ctx); err != nil {
		return nil, err
	}
	return &evidence.Rehearsal{
		On: r.Options.On, Version: r.Server.Version, Release: to, Outcomes: r.Counts.Outcomes, Results: r.Counts.Results(),
		Unread: unreadGaps(read.Account.Unreadable, e), Left: r.Server.Left,
	}, nil
}

// unreadGaps returns the objects that could not be read and therefore not sent. What the other checks
// report as unread has the same gap here, so that it is accepted once.
func unreadGaps(list []finding.Unreadable, e *evidence.Evidence) (gaps []evidence.Gap) {
	told := map[string]evidence.Gap{}
	for _, r := range e.Readings {
		if !r.OK() {
			told[r.What] = r.Gap()
		}
	}
	for _, u := range list {
		what, why, _ := strings.Cut(u.Reason, ": ")
		gap, is := told[what]
		if !is {
			gap = evidence.Gap{What: check.Rehearsal + " of " + what, Reason: why}
		}
		gaps = append(gaps, gap)
	}
	return gaps
}
