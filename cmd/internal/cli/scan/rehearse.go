package scan

import (
	"context"
	"fmt"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/rehearsal"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/scanning"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/sources"
	"github.com/kubedelta/kubedelta/rehearse"
	"github.com/kubedelta/kubedelta/scan"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// targets loads the targets and, with --rehearse, prepares the API server. Without --to, the
// target is the one of --rehearse. The caller closes the server, which is nil without --rehearse.
func (o *options) targets(ctx context.Context, s *sources.Session, paths []string) (t scanning.Targets, server *rehearsal.Run, err error) {
	if o.rehearse == "" {
		t, err = o.Load(ctx, s, paths)
		return t, nil, err
	}
	on := rehearsal.On(o.rehearse)
	if err := on.Check(); err != nil {
		return t, nil, err
	}
	if len(o.To) > 0 {
		if t, err = o.Load(ctx, s, paths); err != nil {
			return t, nil, err
		}
	}
	reading := o.Options
	reading.To = []string{o.rehearse}
	server = rehearsal.New(on, s)
	own, err := server.Open(ctx, &reading, paths)
	if err != nil || len(o.To) == 0 {
		return own, server, err
	}
	if to, on := t.Targets[0].Release, own.Targets[0].Release; to.Known() && on.Known() && to != on {
		return t, server, fmt.Errorf("--rehearse %s: the server runs %s, but --to is %s; use a server of that release", o.rehearse, on, to)
	}
	return t, server, nil
}

// rehearsed checks the files and sends their objects to the server. Objects that the server
// refuses are findings, and objects without an answer are unread.
func (o *options) rehearsed(ctx context.Context, run *scanning.Run, t scanning.Targets, server *rehearsal.Run) (scan.Result, error) {
	run.Each = server.Take
	result, err := run.All(ctx, t)
	if err != nil {
		return result, err
	}
	if err := server.Ask(ctx); err != nil {
		return result, err
	}
	refused := server.Counts.Findings()
	run.Anchor(refused)
	result.Findings = append(result.Findings, refused...)
	result.Account.Unreadable = append(result.Account.Unreadable, server.Counts.Unread...)
	run.Warnings = append(run.Warnings, finding.Warning{Text: "rehearsed on " + o.rehearse + ", " + server.Server.Version + ": " + rehearse.Outcomes(server.Counts.Outcomes)})
	return result, nil
}
