// Package usage is the command usage. The product's package usage reads and counts the logs.
package usage

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/buildinfo"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/ruleset"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/scanning"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/sources"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/findings"
	report "github.com/kubedelta/kubedelta/report/usage"
	logs "github.com/kubedelta/kubedelta/usage"
	"github.com/kubedelta/kubedelta/usage/api"
	"github.com/kubedelta/kubedelta/usage/read"
)

type options struct {
	sources   sources.Options
	output    option.Output
	gate      option.Gate
	to        []string
	engine    engineOptions
	groupBy   string
	redact    bool
	decisions option.DecisionFiles
}

// New makes the command usage.
func New(streams terminal.Streams) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:  "usage AUDIT... | query",
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return run(cmd.Context(), o, args, cmd.Flags(), streams)
		},
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&o.to, "to", nil, "the `target` to check against: a source (repeatable, to add definitions of custom resources to a release; default: the newest release)")
	flags.StringVar(&o.groupBy, "group-by", "", "group the callers by this `key`: user, agent or api")
	flags.BoolVar(&o.redact, "redact", false, "replace users, groups, addresses and namespaces in the report with placeholders")
	o.decisions.Bind(flags)
	o.decisions.BindBaseline(flags)
	o.engine.bind(flags)
	o.gate.Bind(flags, rule.Breaking, envelope.FindingLimits())
	o.output.Bind(flags, (&report.Report{}).Writers().Names()...)
	o.sources.Bind(flags)
	o.sources.Cluster.BindContext(flags, "", "; without --to, its cluster is the target")
	return cmd
}

func run(ctx context.Context, o *options, paths []string, flags *pflag.FlagSet, streams terminal.Streams) error {
	if err := o.check(paths, flags, streams); err != nil {
		return err
	}
	given, err := option.ReadDecisions(&o.decisions, baseline, func(r *report.Report) *findings.Report { return &r.Report })
	if err != nil {
		return err
	}
	s := o.sources.NewSession(streams)
	target, err := o.target(ctx, s)
	if err != nil {
		return err
	}
	table, err := api.New(target.Checked[0])
	if err != nil {
		return err
	}
	if o.engine.asks(paths) {
		return o.output.WriteText(streams, func(w io.Writer) error { return o.engine.ask(w, table) })
	}
	result, err := o.examine(ctx, s, paths, table, target.Targets[0].Release)
	if err != nil {
		return err
	}
	r := report.New(buildinfo.Tool(), envelope.SideOf(target.Targets[0]), result, report.GroupBy(o.groupBy), o.redact)
	target.Describe(&r.Report)
	r.Gate, r.Data = o.gate.ForReport(), s.Data()
	if err := given.Apply(&r.Report, findings.Coverage{LooksFor: ruleset.OfUsage}, streams.Configuration, s.Warn); err != nil {
		return err
	}
	r.Encode()
	r.Settle()
	return o.output.Finish(streams, r, ruleset.UsagePages())
}

// baseline reads an earlier report. In a redacted one, fingerprints are those of placeholders, which
// stand for other users in another report.
func baseline(in io.Reader) (*report.Report, error) {
	r, err := report.ReadJSON(in)
	switch {
	case err != nil:
		return nil, err
	case r.Usage.Redacted:
		return nil, errors.New("the baseline was redacted, so its fingerprints do not match: create one without --redact, and store it as you store secrets")
	}
	return r, nil
}

// examine reads the logs, or the results of a query.
func (o *options) examine(ctx context.Context, s *sources.Session, paths []string, table *api.Table, server discovery.Release) (*logs.Result, error) {
	if len(o.engine.results) > 0 {
		return o.engine.read(ctx, table, server, s.Streams)
	}
	reading := s.Progress.Begin("audit logs")
	defer reading.End()
	return logs.Examine(ctx, paths, table, server, logs.Options{Stdin: s.Streams.In, Begun: reading.Next})
}

func (o *options) check(paths []string, flags *pflag.FlagSet, streams terminal.Streams) error {
	if err := o.engine.check(paths, flags); err != nil {
		return err
	}
	if len(paths) == 0 && len(o.engine.results) == 0 {
		return terminal.Usagef("usage needs files or folders of audit logs, or - for standard input; see kubedelta usage --help")
	}
	if err := o.output.Check(streams.Out); err != nil {
		return err
	}
	if o.groupBy != "" {
		if err := option.CheckWord("--group-by "+o.groupBy+": unknown key", o.groupBy, report.Groups()); err != nil {
			return err
		}
	}
	if err := o.gate.Check(); err != nil {
		return err
	}
	if o.engine.asks(paths) {
		return nil
	}
	results := slices.DeleteFunc(slices.Clone(o.engine.results), func(path string) bool { return path == read.Stdin })
	return cmp.Or(scanning.Existing(paths), option.Present("--from-result", results))
}

// target loads the target: one release, or one with definitions of custom resources.
func (o *options) target(ctx context.Context, s *sources.Session) (scanning.Targets, error) {
	t, err := (&scanning.Options{To: o.to, Sources: o.sources}).Load(ctx, s, nil)
	if err == nil && len(t.Targets) > 1 {
		err = terminal.Usagef("usage needs one release, not %s; run it for each of them", t.Name())
	}
	return t, err
}
