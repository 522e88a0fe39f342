package scan

import (
	"context"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/rehearsal"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/scanning"
	"github.com/kubedelta/kubedelta/scan"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// rehearsed holds the files against the targets, and, with --rehearse, asks a server about
// their objects, too: what it refuses is a finding, and what it could not be asked about is
// unread.
func (o *options) rehearsed(ctx context.Context, run *scanning.Run, t scanning.Targets) (scan.Result, error) {
	if o.rehearse == "" {
		return run.All(ctx, t)
	}
	server := rehearsal.On(o.rehearse)
	if err := server.Check(); err != nil {
		return scan.Result{}, err
	}
	reading := o.Options
	reading.To = []string{o.rehearse}
	r := rehearsal.New(server, run.Session)
	defer r.Close()
	if _, err := r.Open(ctx, &reading, run.Paths); err != nil {
		return scan.Result{}, err
	}
	run.Each = r.Take
	result, err := run.All(ctx, t)
	if err != nil {
		return result, err
	}
	if err := r.Ask(ctx); err != nil {
		return result, err
	}
	result.Findings = append(result.Findings, r.Counts.Findings()...)
	result.Account.Unreadable = append(result.Account.Unreadable, r.Counts.Unread()...)
	said := r.Counts.Said()
	run.Warnings = append(run.Warnings, finding.Warning{Text: "rehearsed on " + o.rehearse + ", " + r.Server.Version + ": " + said})
	return result, nil
}
