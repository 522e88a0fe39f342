package cluster

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/url"

	// Logins by OIDC. Package rest has those by exec plugins.
	_ "k8s.io/client-go/plugin/pkg/client/auth"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// config returns the client configuration, and the name of the server for messages.
func (o Options) config() (config *rest.Config, name string, err error) {
	switch {
	case o.Server != "" && (o.Kubeconfig != "" || o.Context != ""):
		return nil, "", errors.New("a server's URL and a kubeconfig context cannot be combined; specify one of them")
	case o.Server != "":
		config, name, err = o.fromURL()
	default:
		config, name, err = o.fromKubeconfig()
	}
	if err != nil {
		return nil, "", err
	}
	config.UserAgent = o.UserAgent
	if o.As != "" {
		// clientcmd does not apply such overrides to the service account of a pod.
		config.Impersonate = rest.ImpersonationConfig{UserName: o.As, UID: o.AsUID, Groups: o.AsGroups}
	}
	return config, name, nil
}

func (o Options) fromKubeconfig() (*rest.Config, string, error) {
	rules := newRules(o.Kubeconfig, o.Kubeconfigs)
	files, err := rules.Load()
	if err != nil {
		return nil, "", err
	}
	if err := checkContext(files, o.Context); err != nil {
		return nil, "", err
	}
	name := cmp.Or(o.Context, files.CurrentContext)
	if len(files.Contexts) == 0 && o.Kubeconfig != "" {
		return nil, "", fmt.Errorf("the kubeconfig %s has no contexts", o.Kubeconfig)
	}
	if err := checkEntries(files, name, o.TokenFile != "" || o.CertFile != ""); err != nil {
		return nil, "", err
	}
	overrides := o.overrides()
	overrides.CurrentContext = o.Context
	config, err := clientcmd.NewNonInteractiveDeferredLoadingClientConfig(rules, overrides).ClientConfig()
	if clientcmd.IsEmptyConfig(err) {
		return nil, "", errors.New("there is no kubeconfig with a context, and this is not a pod of a cluster; set --kubeconfig or KUBECONFIG, or specify the URL of an API server")
	}
	if err != nil {
		return nil, "", fmt.Errorf("the kubeconfig cannot be used: %w", err)
	}
	if len(files.Contexts) == 0 {
		return config, "the cluster of this pod", nil
	}
	return config, "context:" + name, nil
}

// Namespace is the namespace of the context, in which kubectl creates objects without one; "" if the
// context has none. New returns the error of a kubeconfig that cannot be read.
func (o Options) Namespace() string {
	if o.Server != "" {
		return ""
	}
	files, err := newRules(o.Kubeconfig, o.Kubeconfigs).Load()
	if err != nil {
		return ""
	}
	if c := files.Contexts[cmp.Or(o.Context, files.CurrentContext)]; c != nil {
		return c.Namespace
	}
	return ""
}

// fromURL reads no kubeconfig: it takes all credentials from the options.
func (o Options) fromURL() (*rest.Config, string, error) {
	server, err := parseServer(o.Server)
	if err != nil {
		return nil, "", err
	}
	only := clientcmdapi.NewConfig()
	only.Clusters["url"] = &clientcmdapi.Cluster{Server: server.String()}
	only.AuthInfos["url"] = &clientcmdapi.AuthInfo{}
	only.Contexts["url"] = &clientcmdapi.Context{Cluster: "url", AuthInfo: "url"}
	config, err := clientcmd.NewNonInteractiveClientConfig(*only, "url", o.overrides(), nil).ClientConfig()
	if err != nil {
		return nil, "", fmt.Errorf("the settings for %s cannot be used: %w", server.Redacted(), err)
	}
	return config, bare(server), nil
}

// parseServer accepts https://, and http:// for loopback addresses only (kubectl proxy).
func parseServer(s string) (*url.URL, error) {
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, errors.New("the URL of an API server has the form https://HOST:PORT")
	}
	if u.User != nil {
		return nil, fmt.Errorf("the URL of %s contains a user name or a password, which others can read from the process list; use a token file or a client certificate", u.Host)
	}
	if u.Scheme == "http" && !loopback(u.Hostname()) {
		return nil, fmt.Errorf("http://%s is not protected by TLS; use https://, or http:// to this machine (kubectl proxy)", u.Host)
	}
	u.RawQuery, u.Fragment = "", ""
	return u, nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// bare returns the scheme, host and port of a URL.
func bare(u *url.URL) string { return u.Scheme + "://" + u.Host }

func (o Options) overrides() *clientcmd.ConfigOverrides {
	return &clientcmd.ConfigOverrides{
		AuthInfo: clientcmdapi.AuthInfo{TokenFile: o.TokenFile, ClientCertificate: o.CertFile, ClientKey: o.KeyFile},
		ClusterInfo: clientcmdapi.Cluster{
			CertificateAuthority: o.CAFile, InsecureSkipTLSVerify: o.InsecureSkipTLSVerify,
			TLSServerName: o.TLSServerName, ProxyURL: o.ProxyURL,
		},
	}
}
