package cli

import (
	"context"

	"github.com/kubedelta/kubedelta/report/rehearse"
	"github.com/kubedelta/kubedelta/scan"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// rehearsed holds the files against the targets, and, with --rehearse, asks a server about
// their objects, too: what it refuses is a finding, and what it could not be asked about is
// unread.
func (run *scanRun) rehearsed(ctx context.Context, t scanTargets) (scan.Result, error) {
	o := run.options
	if o.rehearse == "" {
		return run.all(ctx, t)
	}
	on := rehearseOptions{scanOptions: *o, rehearsalOptions: rehearsingOn(o.rehearse)}
	if err := on.rehearsalOptions.check(); err != nil {
		return scan.Result{}, err
	}
	on.to = []string{o.rehearse}
	r := rehearsal{options: &on.rehearsalOptions, session: run.session, tally: rehearse.NewTally()}
	defer r.close()
	if _, err := r.open(ctx, &on, run.paths); err != nil {
		return scan.Result{}, err
	}
	run.each = r.questions.take
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
