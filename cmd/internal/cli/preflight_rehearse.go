package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/check"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// checkRehearsal refuses a server whose answers would say nothing of the upgrade.
func (o *preflightOptions) checkRehearsal(to discovery.Release) error {
	if o.rehearse == "" {
		return nil
	}
	on := rehearsingOn(o.rehearse)
	if err := on.check(); err != nil {
		return err
	}
	if o.phase == string(preflight.NodeDrain) {
		return usagef("--rehearse adds checks of the control plane, which --phase node-drain leaves out")
	}
	if on.named() {
		return nil
	}
	switch release, err := discovery.ParseRelease(released(o.rehearse)); {
	case err != nil:
		return usagef("--rehearse %s: preflight asks a release such as 1.36, or context:NAME", o.rehearse)
	case release != to:
		return usagef("--rehearse %s: the API server that is asked must be of the release to upgrade to, %s", o.rehearse, to)
	}
	return nil
}

// checks are those of a run: with --rehearse also those of the server's answers.
func (o *preflightOptions) checks() []preflight.Check {
	if o.rehearse == "" {
		return check.All()
	}
	return check.Every()
}

// preflightRehearsal asks an API server about the objects of a cluster.
type preflightRehearsal struct {
	*rehearsal
	reading scanOptions
	targets scanTargets
}

// rehearsal finds the server, or its programs, before the cluster is read; nil without
// --rehearse.
func (p *preflightRun) rehearsal(ctx context.Context, ref source.Reference) (*preflightRehearsal, error) {
	o := p.options
	if o.rehearse == "" {
		return nil, nil
	}
	r := &preflightRehearsal{
		rehearsal: newRehearsal(rehearsingOn(o.rehearse), p.session),
		reading:   scanOptions{sources: o.sources, to: []string{o.rehearse}, filter: scanFilter{scopeFlags: o.scopeFlags}},
	}
	var err error
	if r.targets, err = r.open(ctx, &r.reading, []string{ref.Display()}); err != nil {
		r.close()
		return nil, err
	}
	if r.named != nil && r.named.Release != p.to {
		r.close()
		return nil, fmt.Errorf("--rehearse %s: the server runs %s, and the release to upgrade to is %s", o.rehearse, r.named.Version, p.to)
	}
	return r, nil
}

// evidence reads the objects once more, whole, and asks about them.
func (r *preflightRehearsal) evidence(ctx context.Context, ref source.Reference, e *evidence.Evidence, to discovery.Release) (*evidence.Rehearsal, error) {
	reading := scanRun{options: &r.reading, session: r.session, each: r.take}
	read, err := reading.whole(ctx, ref, r.targets)
	if err != nil {
		return nil, err
	}
	if err := r.ask(ctx); err != nil {
		return nil, err
	}
	return &evidence.Rehearsal{
		On: r.options.on, Version: r.server.Version, Release: to, Outcomes: r.tally.Outcomes(), Results: r.tally.Results(),
		Unread: unreadGaps(read.Account.Unreadable, e), Left: r.server.Left,
	}, nil
}

// unreadGaps are what of a cluster could not be read, and so not asked about. What the other
// checks could not read either is told there.
func unreadGaps(list []finding.Unreadable, e *evidence.Evidence) (gaps []evidence.Gap) {
	told := map[string]bool{}
	for _, r := range e.Readings {
		told[r.What] = !r.OK()
	}
	for _, u := range list {
		what, why, _ := strings.Cut(u.Reason, ": ")
		if told[what] {
			continue
		}
		gaps = append(gaps, evidence.Gap{What: check.Rehearsal + " of " + what, Reason: why})
	}
	return gaps
}
