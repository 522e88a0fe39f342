package cli

import (
	"strings"

	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/discovery/source"
)

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

// defaultParallel is how many objects are asked about at once. API servers take 200
// requests that write (--max-mutating-requests-inflight); most of the time goes into
// checking objects, on few processors.
const defaultParallel = 8

func (o *rehearsalOptions) bind(flags *pflag.FlagSet) {
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

// target refuses what is neither a release nor a context.
func (o *rehearsalOptions) target(s *session, flags clusterFlags) (source.Reference, error) {
	ref, err := s.parse(o.on, flags)
	if err == nil && ref.Scheme != source.SchemeContext && ref.Scheme != source.SchemeCatalog {
		err = usagef("--on %s: rehearse asks a release such as 1.36, or context:NAME", o.on)
	}
	return ref, err
}
