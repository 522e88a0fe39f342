package sources

import (
	"cmp"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/source"
	"github.com/kubedelta/kubedelta/discovery/source/cluster"
)

// ClusterFlags are kubectl's flags for the connection to an API server. diff has them three times:
// for both sides, and with the prefix old- or new- for one side.
type ClusterFlags struct{ cluster.Options }

// BindContext adds --context. preflight accepts it several times and adds its own.
func (c *ClusterFlags) BindContext(flags *pflag.FlagSet, prefix, side string) {
	option.Group(flags, option.ConnectionFlags, func(flags *pflag.FlagSet) {
		flags.StringVar(&c.Context, prefix+"context", "", "kubeconfig `context` of the source context:"+side)
		flags.Lookup(prefix + "context").Hidden = prefix != ""
	})
}

func (c *ClusterFlags) bind(flags *pflag.FlagSet, prefix, side string) {
	name := func(s string) string { return prefix + s }
	flags.StringVar(&c.Kubeconfig, name("kubeconfig"), "", "kubeconfig `file`"+side)
	flags.StringVar(&c.TokenFile, name("token-file"), "", "`file` with a bearer token"+side)
	flags.StringVar(&c.CAFile, name("certificate-authority"), "", "`file` with the CA's certificate"+side)
	flags.StringVar(&c.CertFile, name("client-certificate"), "", "`file` with a client certificate"+side)
	flags.StringVar(&c.KeyFile, name("client-key"), "", "`file` with the client certificate's key"+side)
	flags.StringVar(&c.TLSServerName, name("tls-server-name"), "", "`name` to check the server's certificate for"+side)
	flags.StringVar(&c.ProxyURL, name("proxy-url"), "", "`URL` of a proxy for requests to the server"+side)
	flags.StringVar(&c.As, name("as"), "", "`user` to impersonate"+side)
	flags.StringVar(&c.AsUID, name("as-uid"), "", "`UID` to impersonate"+side)
	flags.StringArrayVar(&c.AsGroups, name("as-group"), nil, "`group` to impersonate (repeatable)"+side)
	flags.BoolVar(&c.InsecureSkipTLSVerify, name("insecure-skip-tls-verify"), false, "do not check the server's certificate (insecure)"+side)
	if prefix != "" {
		// The two sides rarely need different flags, so the help does not list these.
		flags.VisitAll(func(f *pflag.Flag) { f.Hidden = true })
	}
}

// over returns c, with unset flags taken from common.
func (c ClusterFlags) over(common ClusterFlags) ClusterFlags {
	c.Kubeconfig = cmp.Or(c.Kubeconfig, common.Kubeconfig)
	c.Context = cmp.Or(c.Context, common.Context)
	c.TokenFile = cmp.Or(c.TokenFile, common.TokenFile)
	c.CAFile = cmp.Or(c.CAFile, common.CAFile)
	c.CertFile = cmp.Or(c.CertFile, common.CertFile)
	c.KeyFile = cmp.Or(c.KeyFile, common.KeyFile)
	c.TLSServerName = cmp.Or(c.TLSServerName, common.TLSServerName)
	c.ProxyURL = cmp.Or(c.ProxyURL, common.ProxyURL)
	c.As = cmp.Or(c.As, common.As)
	c.AsUID = cmp.Or(c.AsUID, common.AsUID)
	c.InsecureSkipTLSVerify = c.InsecureSkipTLSVerify || common.InsecureSkipTLSVerify
	if len(c.AsGroups) == 0 {
		c.AsGroups = common.AsGroups
	}
	return c
}

// Check returns an error if a flag names a file that does not exist: a fallback to other
// credentials would send requests as another user.
func (c ClusterFlags) Check() error {
	for _, f := range []struct{ flag, path string }{
		{"kubeconfig", c.Kubeconfig}, {"token-file", c.TokenFile}, {"certificate-authority", c.CAFile},
		{"client-certificate", c.CertFile}, {"client-key", c.KeyFile},
	} {
		if f.path == "" {
			continue
		}
		if _, err := os.Stat(f.path); err != nil {
			return fmt.Errorf("--%s: %w", f.flag, cause.Reading(f.path, err))
		}
	}
	return nil
}

// CurrentContext is the source for the current context, or for the context of --context.
const CurrentContext = string(source.SchemeContext) + ":"

// InContext adds the context of --context to a reference that names no context.
func (c ClusterFlags) InContext(ref source.Reference) source.Reference {
	if ref.Scheme == source.SchemeContext && ref.Value == "" && c.Context != "" {
		ref.Value = c.Context
		ref.Text = CurrentContext + c.Context
	}
	return ref
}

// CheckContext returns an error if --context is set but no source uses it: the result would not be
// about that cluster.
func (c ClusterFlags) CheckContext(prefix string, sources ...string) error {
	if c.Context == "" || slices.Contains(sources, CurrentContext) {
		return nil
	}
	return terminal.Usagef("--%scontext %s: no source uses that context; use the source context: or context:%s", prefix, c.Context, c.Context)
}
