package cluster

import (
	"cmp"
	"net/http"
	"time"
)

// Options selects the server, the user and the limits. The zero value reads the current context of
// the user's kubeconfig.
type Options struct {
	// Kubeconfig is the file to use. "" finds it as kubectl does (KUBECONFIG, then ~/.kube/config,
	// then the service account of a pod).
	Kubeconfig string
	// Context names a context of the kubeconfig; "" is the current one.
	Context string
	// Server is the URL of an API server. With it, no kubeconfig is read.
	Server string

	// The following fields override the kubeconfig, like kubectl's flags.
	TokenFile, CAFile, CertFile, KeyFile string
	InsecureSkipTLSVerify                bool
	TLSServerName, ProxyURL              string
	// As, AsUID and AsGroups impersonate another user.
	As, AsUID string
	AsGroups  []string

	// UserAgent is the name and version of the program: "kubedelta/v1.2.0".
	UserAgent string
	// RequestTimeout limits each try of a request. TimeLimit limits all requests together.
	RequestTimeout, TimeLimit time.Duration
	// Parallel limits the concurrent requests.
	Parallel int
	// MaxDocument limits one document, MaxTotal all documents of one server, in uncompressed bytes.
	MaxDocument, MaxTotal int64
	// CacheDir is the folder for cached OpenAPI documents; "" disables the cache.
	CacheDir string
	// Kubeconfigs shares parsed kubeconfigs between clients. Nil shares none.
	Kubeconfigs *Kubeconfigs
	// Wrap, if not nil, wraps the HTTP transport.
	Wrap func(http.RoundTripper) http.RoundTripper
	// Store shares documents in memory between clients. Nil shares none.
	Store *Store

	// Progress, if not nil, receives the finished and the expected requests. It is not called
	// concurrently, and not after Record returns.
	Progress func(done, total int)
	// Warnf, if not nil, receives warnings, each once. It is not called concurrently.
	Warnf func(format string, args ...any)
}

// withDefaults sets the limits that are missing.
func (o Options) withDefaults() Options {
	o.RequestTimeout = cmp.Or(max(o.RequestTimeout, 0), 30*time.Second)
	o.TimeLimit = cmp.Or(max(o.TimeLimit, 0), 2*time.Minute)
	o.Parallel = cmp.Or(max(o.Parallel, 0), 8)
	o.MaxDocument = cmp.Or(max(o.MaxDocument, 0), 64<<20)
	o.MaxTotal = cmp.Or(max(o.MaxTotal, 0), 512<<20)
	o.UserAgent = cmp.Or(o.UserAgent, "kubedelta")
	o.Kubeconfigs = cmp.Or(o.Kubeconfigs, &Kubeconfigs{})
	o.Store = cmp.Or(o.Store, NewStore())
	return o
}
