// Package preflight is the command preflight. It reads clusters and writes the plan. The checks are
// in the product's package preflight.
package preflight

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/buildinfo"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/ruleset"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/sources"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/collect"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/report/decision"
	"github.com/kubedelta/kubedelta/report/envelope"
	report "github.com/kubedelta/kubedelta/report/preflight"
)

type options struct {
	sources   sources.Options
	output    option.Output
	contexts  []string
	all       bool
	server    string
	to        string
	phase     string
	redact    bool
	printRBAC string
	option.ScopeFlags
	waivers   string
	baseline  string
	accept    []string
	notesFrom []string
	audit     []string
	rehearse  string
	gate      option.Gate
	parallel  int
}

// New makes the command preflight.
func New(streams terminal.Streams) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:  "preflight --to VERSION",
		Args: option.Exactly(0, "no argument; specify the cluster with --context"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if flag := option.Typed(cmd.Flags(), "output", "template", "redact"); flag != "" && o.printRBAC != "" {
				return terminal.Usagef("--%s has no effect with --print-rbac, which prints a role and no report", flag)
			}
			return run(cmd.Context(), o, streams)
		},
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&o.contexts, "context", nil, "kubeconfig `context` or a glob of contexts (repeatable; default: the current context)")
	flags.BoolVar(&o.all, "all-contexts", false, "check the clusters of all contexts of the kubeconfig")
	flags.StringVarP(&o.server, "server", "s", "", "`URL` of an API server, instead of a context")
	flags.StringVar(&o.to, "to", "", "the `release` to upgrade to, such as 1.33 or 1.33.4, or latest")
	flags.StringVar(&o.phase, "phase", "", "run only the checks of one `phase`: control-plane, node-drain")
	flags.BoolVar(&o.redact, "redact", false, "replace the names of objects, nodes, hosts and users in the report with placeholders")
	flags.StringVar(&o.printRBAC, "print-rbac", "", "print the required ClusterRole and exit; `TIER` is minimal, standard or full")
	flags.Lookup("print-rbac").NoOptDefVal = string(collect.Full)
	o.ScopeFlags.Bind(flags, "check only the workloads of this `namespace`", "check the workloads of all namespaces (the default); overrides --namespace",
		"check only pods and workloads that match this label `selector`, as in kubectl: app=web,tier!=test")
	flags.StringVar(&o.waivers, "waivers", "", "YAML `file` of waivers, each with an owner, reason, expiry date and fingerprint")
	flags.StringVar(&o.baseline, "baseline", "", "an earlier `report` (-o json); findings in it do not count")
	flags.StringSliceVar(&o.accept, "accept", nil, "accept that this data cannot be read; `names` from the report: /metrics, nodes/proxy …")
	flags.StringArrayVar(&o.audit, "audit", nil, "`path` of audit logs of the cluster, files or folders, to show the callers of removed APIs (repeatable)")
	flags.StringVar(&o.rehearse, "rehearse", "", "also send the objects of the cluster to an API server of this `target` as dry runs, as kubedelta rehearse does: the release of --to, or context:NAME")
	flags.StringArrayVar(&o.notesFrom, "notes-from", nil, "`path` of release notes, for the text of the notes")
	o.gate.Bind(flags, envelope.NotReady, envelope.ReadyLimits())
	flags.IntVar(&o.parallel, "parallel", 4, "read `N` clusters in parallel")
	o.output.Bind(flags, (&report.Report{}).Writers().Names()...)
	o.sources.Bind(flags)
	return cmd
}

func run(ctx context.Context, o *options, streams terminal.Streams) error {
	if o.printRBAC != "" {
		return o.writeRole(ctx, streams)
	}
	to, err := o.check(streams)
	if err != nil {
		return err
	}
	data, err := option.ReadSmall("--waivers", o.waivers)
	if err != nil {
		return err
	}
	waivers, err := decision.ReadWaiversOfPreflight(data, o.waivers)
	if err != nil {
		return err
	}
	baseline, err := option.ReadBaseline(o.baseline, ofOneCluster)
	if err != nil {
		return err
	}
	s := o.sources.NewSession(streams)
	names, err := o.clusters()
	if err != nil {
		return err
	}
	if len(o.audit) > 0 && len(names) > 1 {
		return terminal.Usagef("--audit reads the logs of one cluster, but %d clusters are checked", len(names))
	}
	if o.rehearse != "" && len(names) > 1 {
		return terminal.Usagef("--rehearse works for one cluster, but %d clusters are checked", len(names))
	}
	run := &clusterRun{session: s, options: o, to: to}
	if run.patch, err = patchOf(o.to); err != nil {
		return err
	}
	if err := run.prepare(ctx); err != nil {
		return err
	}
	if err := checkAccepted(o.accept, run.lifecycles); err != nil {
		return err
	}
	if err := run.readAudit(ctx); err != nil {
		return err
	}
	checked, err := run.all(ctx, names)
	if err != nil {
		return err
	}
	o.warnAccepted(checked, s.Warn)
	return o.finish(checked, waivers, baseline, streams)
}

func (o *options) check(streams terminal.Streams) (to discovery.Release, err error) {
	if err := o.output.Check(streams.Out); err != nil {
		return to, err
	}
	if o.to == "" {
		return to, terminal.Usagef("preflight needs the release to upgrade to, such as --to 1.33")
	}
	if err := option.CheckZero("--to ", o.to); err != nil {
		return to, err
	}
	o.to = option.Released(o.to)
	if to, err = discovery.ParseRelease(o.to); err != nil {
		return to, terminal.Usagef("--to: %w", err)
	}
	if o.phase != "" && !slices.Contains([]string{string(preflight.ControlPlane), string(preflight.NodeDrain)}, o.phase) {
		return to, terminal.Usagef("--phase must be control-plane or node-drain, not %q", o.phase)
	}
	if err := errors.Join(o.gate.Check(), option.Present("--audit", o.audit), o.checkRehearsal(to)); err != nil {
		return to, err
	}
	if o.server != "" && (len(o.contexts) > 0 || o.all) || o.all && len(o.contexts) > 0 {
		return to, terminal.Usagef("use only one of --context, --all-contexts and --server")
	}
	if o.parallel < 1 {
		return to, terminal.Usagef("--parallel must be 1 or higher, not %d", o.parallel)
	}
	return to, cmp.Or(o.ScopeFlags.Check(), o.sources.Cluster.Check())
}

// patchOf returns the patch release that --to names ("v1.31.9"), or "" for a minor release.
func patchOf(to string) (string, error) {
	if strings.Count(to, ".") < 2 {
		return "", nil
	}
	v, err := changelog.ParseVersion(to)
	if err != nil {
		return "", terminal.Usagef("--to: %w", err)
	}
	return v.String(), nil
}

// writeRole prints the role of a tier, and the checks that stay unknown with it.
func (o *options) writeRole(ctx context.Context, streams terminal.Streams) error {
	tier := collect.Tier(o.printRBAC)
	if !slices.Contains(collect.Tiers(), tier) {
		return terminal.Usagef("--print-rbac=%s: unknown tier; use minimal, standard or full", o.printRBAC)
	}
	s := o.sources.NewSession(streams)
	lifecycles, err := s.Env.Catalog.Lifecycles()
	if err != nil {
		return err
	}
	var releases []*discovery.Surface
	for _, r := range s.Env.Catalog.Releases() {
		surface, err := s.Env.Catalog.Load(ctx, r)
		if err != nil {
			return err
		}
		releases = append(releases, surface)
	}
	role := collect.ClusterRole(nil, collect.Options{To: s.Env.Catalog.Newest(), Lifecycles: lifecycles, Fields: collect.AnyFieldRules(releases), Tier: tier})
	return o.output.WriteText(streams, func(w io.Writer) error {
		_, err := io.WriteString(w, leftUnknown(tier)+string(role))
		return err
	})
}

// finish applies the waivers and the baseline, writes the report and returns the error for the exit
// code.
func (o *options) finish(checked []checkedCluster, waivers *decision.Waivers, baseline *report.Report, streams terminal.Streams) error {
	var reports []*report.Report
	loosened := streams.Configuration.Loosened
	if o.redact {
		loosened = streams.Configuration.Redacted
	}
	for _, c := range checked {
		c.report.Gate = o.gate.ForReport()
		if loosened != "" {
			c.report.NotCovered = append(c.report.NotCovered, loosened)
		}
		reports = append(reports, c.report)
	}
	if err := report.Waive(waivers, reports, option.Today()); err != nil {
		return err
	}
	if baseline != nil {
		if len(reports) != 1 {
			return terminal.Usagef("--baseline works for one cluster, but %d clusters are checked", len(reports))
		}
		if err := report.Against(baseline, reports[0]); err != nil {
			return fmt.Errorf("--baseline %s: %w", o.baseline, err)
		}
	}
	if len(reports) == 1 {
		return o.finishOne(checked[0], streams)
	}
	fleet := report.NewFleet(buildinfo.Tool(), reports)
	if o.redact {
		fleet = report.RedactFleet(fleet, slice.Map(checked, func(c checkedCluster) *evidence.Evidence { return c.evidence }))
	}
	if err := o.output.Write(streams, fleet.Writers(), ruleset.PreflightPages()); err != nil {
		return err
	}
	for i := range checked {
		if why := checked[i].why; why != nil {
			o.sources.NewSession(streams).Warn.Warn(unreachable(fleet.Clusters[i], why).Error())
		}
	}
	return option.Ended(fleet.Ends())
}

func (o *options) finishOne(c checkedCluster, streams terminal.Streams) error {
	r := c.report
	if o.redact {
		r = report.Redact(r, c.evidence)
	}
	if r.Unreachable == "" {
		return o.output.Finish(streams, r, ruleset.PreflightPages())
	}
	if len(o.output.Formats) > 0 {
		// A metric "not ready" is better than none.
		if err := o.output.Write(streams, r.Writers(), ruleset.PreflightPages()); err != nil {
			return err
		}
	}
	return unreachable(r, c.why)
}

// unreachable returns why a cluster could not be checked. why can contain the address of the server,
// so it is for stderr only, and not if the report is redacted: the log of a pipeline can be public.
func unreachable(r *report.Report, why error) error {
	if r.Redacted {
		return fmt.Errorf("the cluster could not be checked: %s; run without --redact to see the names", r.Unreachable)
	}
	return fmt.Errorf("the cluster could not be checked: %w", why)
}

func ofOneCluster(in io.Reader) (*report.Report, error) {
	r, fleet, err := report.ReadJSON(in)
	if err == nil && fleet != nil {
		return nil, errors.New("it is a report of several clusters: use a report of one cluster")
	}
	return r, err
}
