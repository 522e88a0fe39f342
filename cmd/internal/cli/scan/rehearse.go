package scan

import (
	"context"
	"fmt"

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
	asked, err := r.Open(ctx, &reading, run.Paths)
	if err != nil {
		return scan.Result{}, err
	}
	if to, on := t.Targets[0].Release, asked.Targets[0].Release; len(o.To) > 0 && to.Known() && on.Known() && to != on {
		return scan.Result{}, fmt.Errorf("--rehearse %s: the server runs %s, but --to is %s: its answers say nothing of that release", o.rehearse, on, to)
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
