package rehearsal

import (
	"strings"

	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/sources"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/discovery/source"
)

// Options are the flags for the server and for what is sent to it.
type Options struct {
	On, assets string
	download   bool
	index      string
	CRDs       []string
	secrets    []string
	changes    bool
	parallel   int
	// elsewhere is set if another command, which has only the target, starts the rehearsal.
	elsewhere bool
}

func (o *Options) flag() string {
	if o.elsewhere {
		return "--rehearse"
	}
	return "--on"
}

// On returns the options for another command that rehearses against a target.
func On(target string) Options {
	return Options{On: target, parallel: defaultParallel, elsewhere: true}
}

// defaultParallel is how many objects are sent at a time. API servers accept 200 concurrent
// mutating requests (--max-mutating-requests-inflight). Most of the time is spent on checking
// objects, which few processors do.
const defaultParallel = 8

// Bind adds the flags.
func (o *Options) Bind(flags *pflag.FlagSet) {
	flags.StringVar(&o.On, "on", "", "the `target`: a release such as 1.36, which is started on this machine, or context:NAME")
	flags.StringVar(&o.assets, "assets", "", "`folder` with kube-apiserver and etcd (default: KUBEBUILDER_ASSETS, then PATH)")
	flags.BoolVar(&o.download, "download", false, "download kube-apiserver and etcd of the release if they are not found")
	flags.StringVar(&o.index, "download-index", "", "`URL` of the index of downloads (default: that of setup-envtest)")
	flags.StringArrayVar(&o.CRDs, "crds", nil, "`path` of CRDs to install in the server that is started (repeatable)")
	flags.StringSliceVar(&o.secrets, "send-secrets", nil, "send the values of Secrets of these `types`, if the server validates them")
	flags.BoolVar(&o.changes, "show-changes", false, "show what the server changes in each object: defaults and dropped fields")
	flags.IntVar(&o.parallel, "parallel", defaultParallel, "send `N` objects in parallel")
}

// Named reports whether the target is a context, so that no server is started.
func (o *Options) Named() bool { return strings.HasPrefix(o.On, sources.CurrentContext) }

// Check checks the flags.
func (o *Options) Check() error {
	const most = 200
	switch {
	case o.On == "":
		return terminal.Usagef("rehearse needs --on: a release such as 1.36, or context:NAME")
	case o.parallel < 1 || o.parallel > most:
		return terminal.Usagef("--parallel %d is not between 1 and %d", o.parallel, most)
	case o.Named() && (o.assets != "" || o.download || o.index != ""):
		return terminal.Usagef("--assets and --download are for a server that is started; %s already exists", o.On)
	case o.Named() && len(o.CRDs) > 0:
		return terminal.Usagef("--crds are installed in a server that is started; nothing is written to %s", o.On)
	case o.index != "" && !o.download:
		return terminal.Usagef("--download-index can only be used with --download")
	}
	return option.CheckZero(o.flag()+" ", o.On)
}

// target parses the target. It must be a release or a context.
func (o *Options) target(s *sources.Session, flags sources.ClusterFlags) (source.Reference, error) {
	ref, err := s.Parse(o.On, flags)
	if err == nil && ref.Scheme != source.SchemeContext && ref.Scheme != source.SchemeCatalog {
		err = terminal.Usagef("%s %s: the target must be a release such as 1.36, or context:NAME", o.flag(), o.On)
	}
	return ref, err
}
