package cli

import (
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/findings"
	report "github.com/kubedelta/kubedelta/report/rehearse"
)

// rehearseOptions are those of scan, whose reading and findings it takes, with what is
// asked besides.
type rehearseOptions struct {
	scanOptions
	server rehearsalOptions
	output outputOptions
	gate   gateOptions
}

func newRehearse(streams Streams) *cobra.Command {
	o := &rehearseOptions{}
	cmd := &cobra.Command{
		Use:   "rehearse PATH... | context:NAME --on TARGET",
		Short: "Ask an API server of the target release whether it accepts your objects",
		Long: `Send each object to an API server of the target release as a dry run, and compare
the answer with the result of scan. The report lists objects that the server
refuses, with the message of the server, objects that it accepts with warnings,
objects without an answer, and differences between scan and the server. Nothing
is written to your clusters.

The objects are those of manifests, charts and kustomizations, as in scan, or of
a cluster (context:NAME): each object as it is stored, as kubectl last applied
it, and as its Helm release has it.

--on 1.36 starts kube-apiserver and etcd of that release on 127.0.0.1, creates
the CRDs, namespaces, classes and policies among the objects in it, and stops it
at the end. It looks for the programs in --assets, KUBEBUILDER_ASSETS and PATH.
--download downloads them as setup-envtest does, and verifies their checksums.

--on context:NAME uses a cluster that runs the target release. Each request is a
dry run. Webhooks that declare side effects are not called, so objects that they
match have no answer. CRDs are not installed in the cluster.

Values of Secrets are replaced by text of the same length before they are sent.`,
		Example: `  kubedelta rehearse ./manifests --on 1.36
  kubedelta rehearse ./chart ./overlays/prod --on 1.36 --crds ./crds
  kubedelta rehearse context:prod --on 1.36 --download
  kubedelta rehearse ./manifests --on context:staging --show-changes`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return runRehearse(cmd.Context(), o, args, streams) },
	}
	flags := cmd.Flags()
	o.bindReading(flags)
	o.server.bind(flags)
	o.filter.bind(flags)
	o.gate.bind(flags, rule.Breaking, rule.FindingSeverities())
	o.output.bind(flags, report.Formats()...)
	o.output.bindTemplate(flags)
	o.sources.bind(flags)
	return cmd
}

// check names everything that can be wrong with the command line before the work.
func (o *rehearseOptions) check(paths []string, streams Streams) error {
	if len(paths) == 0 {
		return usagef("rehearse needs files or folders, - for standard input, or context:NAME; see kubedelta rehearse --help")
	}
	if err := o.output.check(streams.Out); err != nil {
		return err
	}
	if err := errors.Join(o.gate.check(), o.filter.check(), o.server.check()); err != nil {
		return err
	}
	return existing(append(paths, o.server.crds...))
}

func runRehearse(ctx context.Context, o *rehearseOptions, paths []string, streams Streams) error {
	if err := o.check(paths, streams); err != nil {
		return err
	}
	given, err := readDecisions(&o.decisions, report.ReadJSON, func(r *report.Report) *findings.Report { return &r.Report })
	if err != nil {
		return err
	}
	s := o.sources.session(streams)
	o.to = append([]string{o.server.on}, o.server.crds...)
	if err := o.sources.cluster.checkContext("", append(paths, o.server.on)...); err != nil {
		return err
	}
	run := newRehearsal(o.server, s)
	defer run.close()
	targets, err := run.open(ctx, &o.scanOptions, paths)
	if err != nil {
		return err
	}
	reading := scanRun{options: &o.scanOptions, session: s, paths: paths, stdin: streams.In, each: run.take}
	read, err := reading.all(ctx, targets)
	if err != nil {
		return err
	}
	if err := run.ask(ctx); err != nil {
		return err
	}
	list, set := given.severities(run.tally.Findings())
	r := report.New(tool(), run.side(targets), read.Account, run.tally, list, run.server)
	r.Severities = set
	r.Gate, r.Data = o.gate.gate(), s.data()
	r.Warnings = slices.Concat(read.Warnings, loosenedWarnings(streams.loosened))
	if err := given.apply(&r.Report, ofRehearse); err != nil {
		return err
	}
	o.filter.narrow(&r.Report)
	r.Encode()
	r.Settle()
	return o.output.finish(streams, r, rehearsePages())
}
