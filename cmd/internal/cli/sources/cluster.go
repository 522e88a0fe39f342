package sources

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/buildinfo"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/source"
	"github.com/kubedelta/kubedelta/discovery/source/cluster"
)

// ClusterFlags are kubectl's flags for reaching an API server. They exist three
// times: for both sides of a comparison, and with --old- and --new- before them
// for one.
type ClusterFlags struct {
	Kubeconfig, Context, tokenFile, caFile, certFile, keyFile string
	serverName, proxyURL, as, asUID                           string
	asGroups                                                  []string
	insecure                                                  bool
}

// BindContext adds --context, which preflight takes several times and binds by itself.
func (c *ClusterFlags) BindContext(flags *pflag.FlagSet, prefix, side string) {
	option.Group(flags, option.ConnectionFlags, func(flags *pflag.FlagSet) {
		flags.StringVar(&c.Context, prefix+"context", "", "kubeconfig `context` of the source context:"+side)
		flags.Lookup(prefix + "context").Hidden = prefix != ""
	})
}

func (c *ClusterFlags) bind(flags *pflag.FlagSet, prefix, side string) {
	name := func(s string) string { return prefix + s }
	flags.StringVar(&c.Kubeconfig, name("kubeconfig"), "", "kubeconfig `file`"+side)
	flags.StringVar(&c.tokenFile, name("token-file"), "", "`file` with a bearer token"+side)
	flags.StringVar(&c.caFile, name("certificate-authority"), "", "`file` with the CA's certificate"+side)
	flags.StringVar(&c.certFile, name("client-certificate"), "", "`file` with a client certificate"+side)
	flags.StringVar(&c.keyFile, name("client-key"), "", "`file` with the client certificate's key"+side)
	flags.StringVar(&c.serverName, name("tls-server-name"), "", "`name` to check the server's certificate for"+side)
	flags.StringVar(&c.proxyURL, name("proxy-url"), "", "`URL` of a proxy for requests to the server"+side)
	flags.StringVar(&c.as, name("as"), "", "`user` to impersonate"+side)
	flags.StringVar(&c.asUID, name("as-uid"), "", "`UID` to impersonate"+side)
	flags.StringArrayVar(&c.asGroups, name("as-group"), nil, "`group` to impersonate (repeatable)"+side)
	flags.BoolVar(&c.insecure, name("insecure-skip-tls-verify"), false, "do not check the server's certificate (insecure)"+side)
	if prefix != "" {
		// One side differs from the other seldom enough to keep the help short.
		flags.VisitAll(func(f *pflag.Flag) { f.Hidden = true })
	}
}

// over is c, with what it leaves out taken from common.
func (c ClusterFlags) over(common ClusterFlags) ClusterFlags {
	c.Kubeconfig = cmp.Or(c.Kubeconfig, common.Kubeconfig)
	c.Context = cmp.Or(c.Context, common.Context)
	c.tokenFile = cmp.Or(c.tokenFile, common.tokenFile)
	c.caFile = cmp.Or(c.caFile, common.caFile)
	c.certFile = cmp.Or(c.certFile, common.certFile)
	c.keyFile = cmp.Or(c.keyFile, common.keyFile)
	c.serverName = cmp.Or(c.serverName, common.serverName)
	c.proxyURL = cmp.Or(c.proxyURL, common.proxyURL)
	c.as = cmp.Or(c.as, common.as)
	c.asUID = cmp.Or(c.asUID, common.asUID)
	c.insecure = c.insecure || common.insecure
	if len(c.asGroups) == 0 {
		c.asGroups = common.asGroups
	}
	return c
}

// options are the flags as the cluster source takes them.
func (c ClusterFlags) options(request, limit time.Duration) cluster.Options {
	return cluster.Options{
		Kubeconfig: c.Kubeconfig, TokenFile: c.tokenFile, CAFile: c.caFile, CertFile: c.certFile, KeyFile: c.keyFile,
		InsecureSkipTLSVerify: c.insecure, TLSServerName: c.serverName, ProxyURL: c.proxyURL,
		As: c.as, AsUID: c.asUID, AsGroups: c.asGroups,
		UserAgent: "kubedelta/" + buildinfo.Version(), RequestTimeout: request, TimeLimit: limit,
	}
}

// Check tells of a file that a flag names and that is not there: a login that
// falls back to another one would speak for somebody else.
func (c ClusterFlags) Check() error {
	for _, f := range []struct{ flag, path string }{
		{"kubeconfig", c.Kubeconfig}, {"token-file", c.tokenFile}, {"certificate-authority", c.caFile},
		{"client-certificate", c.certFile}, {"client-key", c.keyFile},
	} {
		if f.path == "" {
			continue
		}
		if _, err := os.Stat(f.path); err != nil {
			return fmt.Errorf("--%s: cannot read %s: %w", f.flag, f.path, cause.Of(err))
		}
	}
	return nil
}

// CurrentContext is the source of the current context, or of --context.
const CurrentContext = string(source.SchemeContext) + ":"

// InContext is a reference with the context of --context, where it names none itself.
func (c ClusterFlags) InContext(ref source.Reference) source.Reference {
	if ref.Scheme == source.SchemeContext && ref.Value == "" && c.Context != "" {
		ref.Value = c.Context
		ref.Text = CurrentContext + c.Context
	}
	return ref
}

// CheckContext refuses a context that no source is read by: the answer would not be of
// that cluster.
func (c ClusterFlags) CheckContext(prefix string, sources ...string) error {
	if c.Context == "" || slices.Contains(sources, CurrentContext) {
		return nil
	}
	return terminal.Usagef("--%scontext %s: no source uses that context; use the source context: or context:%s", prefix, c.Context, c.Context)
}
