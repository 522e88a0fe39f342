package sources

import (
	"cmp"
	"slices"

	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/discovery/source"
	"github.com/kubedelta/kubedelta/discovery/source/cluster"
)

// ClusterFlags are kubectl's flags for the connection to an API server. diff has them three times:
// for both sides, and with the prefix old- or new- for one side.
type ClusterFlags struct{ cluster.Options }

// BindContext adds --context. preflight accepts it several times and adds its own.
func (c *ClusterFlags) BindContext(flags *pflag.FlagSet, prefix, side string) {
	option.Group(flags, option.ConnectionFlags, func(flags *pflag.FlagSet) {
		flags.StringVar(&c.Context, prefix+"context", "", "kubeconfig `context` to use for the source \"context:\""+side)
		flags.Lookup(prefix + "context").Hidden = prefix != ""
	})
}

// textFlag is a flag of [ClusterFlags] whose value is a text, or the path of a file.
type textFlag struct {
	name, usage string
	value       *string
	file        bool
}

func (c *ClusterFlags) texts() []textFlag {
	return []textFlag{
		{"kubeconfig", "kubeconfig `file`", &c.Kubeconfig, true},
		{"token-file", "`file` with a bearer token", &c.TokenFile, true},
		{"certificate-authority", "`file` with the CA's certificate", &c.CAFile, true},
		{"client-certificate", "`file` with a client certificate", &c.CertFile, true},
		{"client-key", "`file` with the client certificate's key", &c.KeyFile, true},
		{"tls-server-name", "server `name` to use when verifying the server's certificate", &c.TLSServerName, false},
		{"proxy-url", "`URL` of a proxy for requests to the server", &c.ProxyURL, false},
		{"as", "`user` to impersonate", &c.As, false},
		{"as-uid", "`UID` to impersonate", &c.AsUID, false},
	}
}

func (c *ClusterFlags) bind(flags *pflag.FlagSet, prefix, side string) {
	for _, f := range c.texts() {
		flags.StringVar(f.value, prefix+f.name, "", f.usage+side)
	}
	flags.StringArrayVar(&c.AsGroups, prefix+"as-group", nil, "`group` to impersonate (repeatable)"+side)
	flags.BoolVar(&c.InsecureSkipTLSVerify, prefix+"insecure-skip-tls-verify", false, "do not check the server's certificate (insecure)"+side)
	if prefix != "" {
		// The two sides rarely need different flags, so the help does not list these.
		flags.VisitAll(func(f *pflag.Flag) { f.Hidden = true })
	}
}

// over returns c, with unset flags taken from common.
func (c ClusterFlags) over(common ClusterFlags) ClusterFlags {
	others := common.texts()
	for i, f := range c.texts() {
		*f.value = cmp.Or(*f.value, *others[i].value)
	}
	c.Context = cmp.Or(c.Context, common.Context)
	c.InsecureSkipTLSVerify = c.InsecureSkipTLSVerify || common.InsecureSkipTLSVerify
	if len(c.AsGroups) == 0 {
		c.AsGroups = common.AsGroups
	}
	return c
}

// Check returns an error if a flag names a file that does not exist: a fallback to other
// credentials would send requests as another user.
func (c ClusterFlags) Check() error {
	for _, f := range c.texts() {
		if f.file && *f.value != "" {
			if err := option.Present("--"+f.name, []string{*f.value}); err != nil {
				return err
			}
		}
	}
	return nil
}

// CurrentContext is the source for the current context, or for the context of --context.
const CurrentContext = string(source.SchemeContext) + ":"

// InContext adds the context of --context, or the current one, to a reference that names no context,
// so that reports name the cluster. In a pod, there is no context.
func (c ClusterFlags) InContext(ref source.Reference) source.Reference {
	if ref.Scheme != source.SchemeContext || ref.Value != "" {
		return ref
	}
	if name := cmp.Or(c.Context, cluster.Current(c.Kubeconfig)); name != "" {
		ref.Value = name
		ref.Text = CurrentContext + name
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
