package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/check"
	"github.com/kubedelta/kubedelta/preflight/collect"
	"github.com/kubedelta/kubedelta/report/envelope"
	report "github.com/kubedelta/kubedelta/report/preflight"
)

type preflightOptions struct {
	sources       sourceOptions
	output        outputOptions
	contexts      []string
	all           bool
	server        string
	to            string
	phase         string
	redact        bool
	printRBAC     string
	namespace     string
	allNamespaces bool
	selector      string
	waivers       string
	baseline      string
	accept        []string
	notesFrom     []string
	gate          gateOptions
	parallel      int
}

func newPreflight(streams Streams) *cobra.Command {
	o := &preflightOptions{}
	cmd := &cobra.Command{
		Use:   "preflight --to VERSION",
		Short: "Is a cluster ready for a version, and what is to be done before which hop",
		Long: `preflight reads a live cluster, and only reads it, and says whether it is ready for
a version: the skew of its components, removed APIs in real use, stored versions,
webhooks, budgets that stop a drain, nodes, feature gates and flags, and what the
release notes on the way ask for. The plan goes minor by minor.

A cluster is ready only if every required check passes. What could not be read is
unknown, with the permission that is missing; --print-rbac prints the role that
lets all be read. Cloud accounts are out of scope.

--context takes globs and may be given several times; one report has a line for
each cluster then. A cluster that cannot be reached is unknown.`,
		Example: `  kubedelta preflight --to 1.33
  kubedelta preflight --context 'prod-*' --to 1.33 -o markdown=plan.md -o json=plan.json
  kubedelta preflight --print-rbac | kubectl apply -f -
  kubedelta preflight --to 1.33 --redact -o html=to-share.html`,
		Args: exactly(0, "no arguments; the cluster is named by --context"),
		RunE: func(cmd *cobra.Command, _ []string) error { return runPreflight(cmd.Context(), o, streams) },
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&o.contexts, "context", nil, "kubeconfig `context`, or a glob of contexts; may be given several times (default: the current one)")
	flags.BoolVar(&o.all, "all-contexts", false, "every context of the kubeconfig")
	flags.StringVarP(&o.server, "server", "s", "", "`URL` of an API server, instead of a context")
	flags.StringVar(&o.to, "to", "", "the `release` to upgrade to, 1.33, or a patch of it, 1.33.4")
	flags.StringVar(&o.phase, "phase", "", "only what one `phase` is about: control-plane, node-drain")
	flags.BoolVar(&o.redact, "redact", false, "mask names of objects, nodes, hosts and users, to share the report")
	flags.StringVar(&o.printRBAC, "print-rbac", "", "print a ClusterRole, and do nothing else: `TIER` is minimal, standard or full, which lets all be read")
	flags.Lookup("print-rbac").NoOptDefVal = string(collect.Full)
	flags.StringVarP(&o.namespace, "namespace", "n", "", "look at the workloads of this `namespace` only")
	flags.BoolVarP(&o.allNamespaces, "all-namespaces", "A", false, "look at the workloads of all namespaces, which is the default; it goes over --namespace")
	flags.StringVarP(&o.selector, "selector", "l", "", "look at pods and workloads with these labels only: a `selector` as kubectl takes it, app=web,tier!=test")
	flags.StringVar(&o.waivers, "waivers", "", "YAML `file` of waivers, each with owner, reason, expiry date and fingerprint")
	flags.StringVar(&o.baseline, "baseline", "", "an earlier `report` (-o json): only what is new fails")
	flags.StringSliceVar(&o.accept, "accept", nil, "`names` of what cannot be seen and is accepted, as the report gives them: /metrics, nodes/proxy …")
	flags.StringArrayVar(&o.notesFrom, "notes-from", nil, "`path` of release notes, for texts beside the built-in facts")
	o.gate.bind(flags, envelope.NotReady, envelope.NotReady)
	flags.IntVar(&o.parallel, "parallel", 4, "read `N` clusters at a time")
	o.output.bind(flags, report.Formats()...)
	o.output.bindTemplate(flags)
	o.sources.bind(flags)
	return cmd
}

func runPreflight(ctx context.Context, o *preflightOptions, streams Streams) error {
	if o.printRBAC != "" {
		return o.writeRole(ctx, streams)
	}
	to, err := o.check(streams)
	if err != nil {
		return err
	}
	waivers, err := readPreflightWaivers(o.waivers)
	if err != nil {
		return err
	}
	baseline, err := readPreflightBaseline(o.baseline)
	if err != nil {
		return err
	}
	s := o.sources.session(streams)
	names, err := o.clusters()
	if err != nil {
		return err
	}
	run := &preflightRun{session: s, options: o, to: to}
	if run.patch, err = patchOf(o.to); err != nil {
		return err
	}
	if err := run.prepare(ctx); err != nil {
		return err
	}
	if err := checkAccepted(o.accept, run.lives); err != nil {
		return err
	}
	judged, err := run.all(ctx, names)
	if err != nil {
		return err
	}
	o.warnAccepted(judged, s.warn)
	return o.finish(judged, waivers, baseline, streams)
}

// check names everything that can be wrong with the command line before the work.
func (o *preflightOptions) check(streams Streams) (to discovery.Release, err error) {
	if err := o.output.readTemplate(); err != nil {
		return to, err
	}
	if _, err := o.output.targets(streams.Out, report.Formats()...); err != nil {
		return to, err
	}
	if o.to == "" {
		return to, usagef("preflight needs the release to upgrade to: --to 1.33")
	}
	if to, err = discovery.ParseRelease(o.to); err != nil {
		return to, usagef("--to: %w", err)
	}
	if o.phase != "" && !slices.Contains([]string{string(preflight.ControlPlane), string(preflight.NodeDrain)}, o.phase) {
		return to, usagef("--phase is control-plane or node-drain, not %q", o.phase)
	}
	if err := o.gate.check(); err != nil {
		return to, err
	}
	if o.server != "" && (len(o.contexts) > 0 || o.all) || o.all && len(o.contexts) > 0 {
		return to, usagef("name the cluster by one of --context, --all-contexts and --server")
	}
	if o.parallel < 1 {
		return to, usagef("--parallel is a number from 1 on, not %d", o.parallel)
	}
	if err := o.scope().check(); err != nil {
		return to, err
	}
	return to, o.sources.cluster.check()
}

// patchOf is the patch release that --to names, "v1.31.9"; "" where it names a
// minor.
func patchOf(to string) (string, error) {
	if strings.Count(to, ".") < 2 {
		return "", nil
	}
	v, err := changelog.ParseVersion(to)
	if err != nil {
		return "", usagef("--to: %w", err)
	}
	return v.String(), nil
}

// writeRole prints the role of a tier, and what stays unknown with it.
func (o *preflightOptions) writeRole(ctx context.Context, streams Streams) error {
	tier := collect.Tier(o.printRBAC)
	if !slices.Contains(collect.Tiers(), tier) {
		return usagef("--print-rbac=%s: there is no such tier; there are minimal, standard, full", o.printRBAC)
	}
	s := o.sources.session(streams)
	lives, err := s.env.Catalog.Lives()
	if err != nil {
		return err
	}
	var releases []*discovery.Surface
	for _, r := range s.env.Catalog.Releases() {
		surface, err := s.env.Catalog.Load(ctx, r)
		if err != nil {
			return err
		}
		releases = append(releases, surface)
	}
	role := collect.ClusterRole(nil, collect.Options{To: s.env.Catalog.Newest(), Lives: lives, Fields: collect.AnyFieldRules(releases), Tier: tier})
	_, err = io.WriteString(streams.Out, leftUnknown(tier)+string(role))
	return err
}

// finish applies waivers and baseline, writes the report and decides the exit code.
func (o *preflightOptions) finish(judged []judgedCluster, waivers *report.Waivers, baseline *report.Report, streams Streams) error {
	var reports []*report.Report
	for _, c := range judged {
		c.report.Gate = o.gate.gate()
		reports = append(reports, c.report)
	}
	if waivers != nil {
		if err := waivers.Waive(reports, today()); err != nil {
			return err
		}
	}
	if baseline != nil {
		if len(reports) != 1 {
			return usagef("--baseline is of one cluster, and these are %d", len(reports))
		}
		if err := report.Against(baseline, reports[0]); err != nil {
			return fmt.Errorf("--baseline %s: %w", o.baseline, err)
		}
	}
	if len(reports) == 1 {
		return o.finishOne(judged[0], streams)
	}
	fleet := report.NewFleet(tool(), reports)
	code, why := fleet.Ends()
	if o.redact {
		fleet = report.RedactFleet(fleet, evidenceOf(judged))
	}
	if err := o.output.writeReport(streams, fleet.Writers(), preflightPages()); err != nil {
		return err
	}
	for i := range judged {
		if judged[i].why != nil {
			o.sources.session(streams).warn.warn(judged[i].unreachable().Error())
		}
	}
	return ended(code, why)
}

func (o *preflightOptions) finishOne(c judgedCluster, streams Streams) error {
	r := c.report
	code, why := r.Ends()
	unreachable := c.unreachable()
	if r.Unreachable != "" && len(o.output.formats) == 0 {
		// Who asked for a format wants the report all the same: a metric that says
		// "not ready" is better than none.
		return unreachable
	}
	if o.redact {
		r = report.Redact(r, c.evidence)
	}
	if err := o.output.writeReport(streams, r.Writers(), preflightPages()); err != nil {
		return err
	}
	if r.Unreachable != "" {
		return unreachable
	}
	return ended(code, why)
}

// unreachable says on stderr, where the address may stand, why a cluster could not be judged.
func (c *judgedCluster) unreachable() error {
	return fmt.Errorf("%s could not be judged: %w", c.report.Cluster.Name, c.why)
}

// preflightRules are the checks, in the form of diff's rules.
func preflightRules() (out []rule.Rule) {
	for _, c := range check.All() {
		out = append(out, rule.Rule{ID: c.ID, Title: c.Title, Severity: c.Severity, Since: c.Since, Doc: c.Doc})
	}
	return out
}

func readPreflightWaivers(path string) (*report.Waivers, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("--waivers: %w", err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	return report.ReadWaivers(f, path)
}

func readPreflightBaseline(path string) (*report.Report, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("--baseline: %w", err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	r, fleet, err := report.ReadJSON(f)
	switch {
	case err != nil:
		return nil, fmt.Errorf("--baseline %s: %w", path, err)
	case fleet != nil:
		return nil, fmt.Errorf("--baseline %s is a report of several clusters: a baseline is of one", path)
	}
	return r, nil
}
