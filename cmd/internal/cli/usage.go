package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/report/format"
	report "github.com/kubedelta/kubedelta/report/usage"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/scan/judge"
	logs "github.com/kubedelta/kubedelta/usage"
	"github.com/kubedelta/kubedelta/usage/api"
	"github.com/kubedelta/kubedelta/usage/read"
)

type usageOptions struct {
	sources  sourceOptions
	output   outputOptions
	gate     gateOptions
	to       string
	groupBy  string
	redact   bool
	waivers  string
	baseline string
	levels   string
}

func newUsage(streams Streams) *cobra.Command {
	o := &usageOptions{}
	cmd := &cobra.Command{
		Use:   "usage AUDIT...",
		Short: "Show who calls removed and deprecated APIs, from audit logs",
		Long: `Show who calls API versions that the target release removes or deprecates:
users and service accounts, their clients, verbs, and the first and last time.
The evidence is the audit log of the API server. To read standard input, use -
as the path.

Files and folders are read: JSON lines, JSON documents and lists of events,
also with gzip or zstd, and the forms in which log services export them: Amazon
CloudWatch, Google Cloud Logging, Azure diagnostic settings, OpenShift, Loki and
Elasticsearch. The form is recognized, and forms can be mixed. Records that
could not be read are counted, and the exit code is 4.

The report also lists what the logs do not record, such as requests that only
read. APIs that the target has no data about are counted.`,
		Example: `  kubedelta usage audit.log --to 1.36
  kubedelta usage audit.log --to 1.33 --group-by user
  aws logs filter-log-events --log-group-name /aws/eks/prod/cluster | kubedelta usage - --to 1.33
  kubedelta usage audit.log --to context:staging --redact -o html=usage.html`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return runUsage(cmd.Context(), o, args, streams) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.to, "to", "", "the `target` to check against, a source (default: the newest release)")
	flags.StringVar(&o.groupBy, "group-by", "", "group the callers by this `key`: user, agent or api")
	flags.BoolVar(&o.redact, "redact", false, "mask users, groups, addresses and namespaces in the report")
	flags.StringVar(&o.levels, "severity-config", "", "YAML `file` with a severity for each rule, in place of its own; none hides the findings")
	flags.StringVar(&o.waivers, "waivers", "", "YAML `file` of waivers, each with a reason and an expiry date")
	flags.StringVar(&o.baseline, "baseline", "", "an earlier `report` (-o json); findings in it do not count")
	o.gate.bind(flags, rule.Breaking, rule.FindingSeverities())
	o.output.bind(flags, report.Formats()...)
	o.output.bindTemplate(flags)
	o.sources.bind(flags)
	o.sources.cluster.bindContext(flags, "", "; without --to, its cluster is the target")
	return cmd
}

func runUsage(ctx context.Context, o *usageOptions, paths []string, streams Streams) error {
	if err := o.check(paths, streams); err != nil {
		return err
	}
	waivers, err := readWaivers(o.waivers)
	if err != nil {
		return err
	}
	levels, err := readLevels(o.levels)
	if err != nil {
		return err
	}
	baseline, err := readBaseline(o.baseline, report.ReadJSON)
	if err != nil {
		return err
	}
	s := o.sources.session(streams)
	target, err := s.usageTarget(ctx, o)
	if err != nil {
		return err
	}
	table, err := api.New(target)
	if err != nil {
		return err
	}
	reading := s.progress.begin("audit logs")
	result, err := logs.Examine(ctx, paths, table, target.To.Release, logs.Options{Stdin: streams.In, Begun: reading.next})
	reading.end()
	if err != nil {
		return err
	}
	r := report.New(tool(), envelope.SideOf(target.To), result, report.GroupBy(o.groupBy), o.redact)
	r.Findings, r.Severities = envelope.SetLevels(levels, r.Findings, func(f *finding.Finding) (string, *rule.Severity) { return f.Rule, &f.Severity })
	r.Gate, r.Data = o.gate.gate(), s.data()
	r.Warnings = streams.loosened.warnings()
	r.Waive(waivers, today(), ofUsage)
	if baseline != nil {
		if err := findings.Against(&baseline.Report, &r.Report); err != nil {
			return fmt.Errorf("--baseline %s: %w", o.baseline, err)
		}
	}
	r.Encode()
	r.Settle()
	return o.output.finish(streams, r, usagePages())
}

// check names everything that can be wrong with the command line before the work.
func (o *usageOptions) check(paths []string, streams Streams) error {
	if err := o.output.readTemplate(); err != nil {
		return err
	}
	if len(paths) == 0 {
		return usagef("usage takes files or folders of audit logs, or - for standard input; see kubedelta usage --help")
	}
	if _, err := o.output.targets(streams.Out, report.Formats()...); err != nil {
		return err
	}
	if o.groupBy != "" && !slices.Contains(report.Groups(), report.GroupBy(o.groupBy)) {
		return notOneOf("--group-by "+o.groupBy+": there is no such group", o.groupBy, report.Groups())
	}
	if err := errors.Join(o.gate.check(), checkZero("--to ", o.to)); err != nil {
		return err
	}
	for _, path := range paths {
		if path == read.Stdin {
			continue
		}
		if _, err := os.Stat(path); err != nil {
			return fmt.Errorf("cannot read %s: %w", path, plainCause(err))
		}
	}
	return nil
}

// plainCause is the error of a path without the path and the system call.
func plainCause(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// usageTarget loads what the calls are held against.
func (s *session) usageTarget(ctx context.Context, o *usageOptions) (t judge.Target, err error) {
	name := o.to
	switch {
	case name != "":
	case o.sources.cluster.context != "":
		name = currentContext
	default:
		name = s.env.Catalog.Newest().String()
	}
	if err := o.sources.cluster.checkContext("", name); err != nil {
		return t, err
	}
	if t.To, err = s.load(ctx, name, o.sources.cluster); err != nil {
		return t, err
	}
	if t.Lives, err = s.env.Catalog.Lives(); err != nil {
		return t, err
	}
	if t.Customs, err = s.env.Projects.Lives(); err != nil {
		return t, err
	}
	t.Groups, err = s.env.Catalog.Groups()
	return t, err
}

// usageRules are the rules of usage beside those of scan.
func usageRules() []rule.Rule { return []rule.Rule{report.ClientSkew()} }

func usagePages() []format.Rule {
	return slices.Concat(scanPages(), pagesOf(usageRules(), "usage.md"))
}

// ofUsage: it is a rule that usage has.
func ofUsage(id string) bool { return ofScan(id) || id == report.ClientSkew().ID }
