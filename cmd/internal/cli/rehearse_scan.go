package cli

import (
	"context"

	"github.com/kubedelta/kubedelta/scan"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// rehearsed holds the files against the targets, and, with --rehearse, asks a server about
// their objects, too: what it refuses is a finding, and what it could not be asked about is
// unread.
func (o *scanCommandOptions) rehearsed(ctx context.Context, run *scanRun, t scanTargets) (scan.Result, error) {
	if o.rehearse == "" {
		return run.all(ctx, t)
	}
	server := rehearsingOn(o.rehearse)
	if err := server.check(); err != nil {
		return scan.Result{}, err
	}
	reading := o.scanOptions
	reading.to = []string{o.rehearse}
	r := newRehearsal(server, run.session)
	defer r.close()
	if _, err := r.open(ctx, &reading, run.paths); err != nil {
		return scan.Result{}, err
	}
	run.each = r.take
	result, err := run.all(ctx, t)
	if err != nil {
		return result, err
	}
	if err := r.ask(ctx); err != nil {
		return result, err
	}
	result.Findings = append(result.Findings, r.tally.Findings()...)
	result.Account.Unreadable = append(result.Account.Unreadable, r.tally.Unread()...)
	said := r.tally.Said()
	run.warnings = append(run.warnings, finding.Warning{Text: "rehearsed on " + o.rehearse + ", " + r.server.Version + ": " + said})
	return result, nil
}
