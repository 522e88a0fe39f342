package cli

import (
	"errors"

	"strings"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/source"
	"github.com/kubedelta/kubedelta/report/format"
	report "github.com/kubedelta/kubedelta/report/rehearse"
)

// rehearseOptions are those of scan, whose reading and findings it takes, with what is
// asked besides.
type rehearseOptions struct {
	scanOptions
	rehearsalOptions
}

// rehearsalOptions say which server is asked, and how.
type rehearsalOptions struct {
	on, assets string
	download   bool
	index      string
	crds       []string
	secrets    []string
	changes    bool
	parallel   int
	// elsewhere: it is a part of another command, which has only the target.
	elsewhere bool
}

// rehearsingOn are the options of a command of which a rehearsal is a part.
func rehearsingOn(target string) rehearsalOptions {
	return rehearsalOptions{on: target, parallel: defaultParallel, elsewhere: true}
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
	o.rehearsalOptions.bind(cmd)
	o.filter.bind(flags)
	o.gate.bind(flags, rule.Breaking, rule.FindingSeverities())
	o.output.bind(flags, report.Formats()...)
	o.output.bindTemplate(flags)
	o.sources.bind(flags)
	return cmd
}

// defaultParallel is how many objects are asked about at once. API servers take 200
// requests that write (--max-mutating-requests-inflight); most of the time goes into
// checking objects, on few processors.
const defaultParallel = 8

func (o *rehearsalOptions) bind(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&o.on, "on", "", "the `target`: a release such as 1.36, which is started on this machine, or context:NAME")
	flags.StringVar(&o.assets, "assets", "", "`folder` with kube-apiserver and etcd (default: KUBEBUILDER_ASSETS, then PATH)")
	flags.BoolVar(&o.download, "download", false, "download kube-apiserver and etcd of the release if they are not found")
	flags.StringVar(&o.index, "download-index", "", "`URL` of the index of downloads (default: that of setup-envtest)")
	flags.StringArrayVar(&o.crds, "crds", nil, "`path` of CRDs to install in the server that is started (repeatable)")
	flags.StringSliceVar(&o.secrets, "send-secrets", nil, "send the values of Secrets of these `types`, if the server validates them")
	flags.BoolVar(&o.changes, "show-changes", false, "show what the server changes in each object: defaults and dropped fields")
	flags.IntVar(&o.parallel, "parallel", defaultParallel, "send this `number` of objects at a time")
}

// named is the context that is asked; "" where a server is started.
func (o *rehearsalOptions) named() bool { return strings.HasPrefix(o.on, currentContext) }

func (o *rehearsalOptions) check() error {
	const most = 200
	switch {
	case o.on == "":
		return usagef("rehearse needs --on: a release such as 1.36, or context:NAME")
	case o.parallel < 1 || o.parallel > most:
		return usagef("--parallel %d is not between 1 and %d", o.parallel, most)
	case o.named() && (o.assets != "" || o.download || o.index != ""):
		return usagef("--assets and --download are for a server that is started; %s already exists", o.on)
	case o.named() && len(o.crds) > 0:
		return usagef("--crds are installed in a server that is started; nothing is written to %s", o.on)
	case o.index != "" && !o.download:
		return usagef("--download-index can only be used with --download")
	}
	return checkZero("--on ", o.on)
}

// check names everything that can be wrong with the command line before the work.
func (o *rehearseOptions) check(paths []string, streams Streams) error {
	if len(paths) == 0 {
		return usagef("rehearse needs files or folders, - for standard input, or context:NAME; see kubedelta rehearse --help")
	}
	if err := o.output.check(streams.Out); err != nil {
		return err
	}
	if err := errors.Join(o.gate.check(), o.filter.check(), o.rehearsalOptions.check()); err != nil {
		return err
	}
	return existing(append(paths, o.crds...))
}

// targetSource refuses what is neither a release nor a context.
func (s *session) rehearsalTarget(o *rehearsalOptions, flags clusterFlags) (source.Reference, error) {
	ref, err := s.parse(o.on, flags)
	if err == nil && ref.Scheme != source.SchemeContext && ref.Scheme != source.SchemeCatalog {
		err = usagef("--on %s: rehearse asks a release such as 1.36, or context:NAME", o.on)
	}
	return ref, err
}

// rehearseRules are the rules of rehearse beside those of scan.
func rehearsePages() []format.Rule { return pagesOf(report.Rules(), "rehearse.md") }

func ofRehearse(id string) bool { return hasRule(report.Rules(), id) }
