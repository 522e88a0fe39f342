package cluster

import (
	"cmp"
	"net/http"
	"time"
)

// Options says which server is read, as whom, and within which limits. The zero
// value reads the current context of the user's kubeconfig.
type Options struct {
	// Kubeconfig is the file to use; "" looks where kubectl looks (KUBECONFIG,
	// then ~/.kube/config, then the service account of a pod).
	Kubeconfig string
	// Context names a context of the kubeconfig; "" is the current one.
	Context string
	// Server is the URL of an API server. With it, no kubeconfig is read.
	Server string

	// What follows overrides the kubeconfig, as kubectl's flags do.
	TokenFile, CAFile, CertFile, KeyFile string
	InsecureSkipTLSVerify                bool
	TLSServerName, ProxyURL              string
	// As, AsUID and AsGroups impersonate another user.
	As, AsUID string
	AsGroups  []string

	// UserAgent is the program's name and version: "kubedelta/v1.2.0".
	UserAgent string
	// RequestTimeout bounds one try of one request, TimeLimit all of them.
	RequestTimeout, TimeLimit time.Duration
	// Parallel bounds the requests in flight.
	Parallel int
	// MaxDocument bounds one document, MaxTotal all documents of one server, in
	// bytes without compression.
	MaxDocument, MaxTotal int64
	// CacheDir is the folder for OpenAPI documents; "" is no cache on disk.
	CacheDir string
	// Kubeconfigs shares what was read of kubeconfigs between clients; nil is one of its
	// own.
	Kubeconfigs *Kubeconfigs
	// Wrap, if not nil, gets the transport of the requests and returns the one to use.
	Wrap func(http.RoundTripper) http.RoundTripper
	// Store shares documents in memory between clients; nil is one of its own.
	Store *Store

	// Progress, if not nil, is told how many of the requests known so far are
	// done. It is not called concurrently and not after Record returns.
	Progress func(done, total int)
	// Warnf, if not nil, gets what the user should know but need not act upon.
	// The same warning comes once. It is not called concurrently.
	Warnf func(format string, args ...any)
}

// The limits where Options leave them out.
const (
	defaultRequestTimeout = 30 * time.Second
	defaultTimeLimit      = 2 * time.Minute
	defaultParallel       = 8
	defaultMaxDocument    = 64 << 20
	defaultMaxTotal       = 512 << 20
)

// withDefaults fills in the limits.
func (o Options) withDefaults() Options {
	o.RequestTimeout = positive(o.RequestTimeout, defaultRequestTimeout)
	o.TimeLimit = positive(o.TimeLimit, defaultTimeLimit)
	o.Parallel = positive(o.Parallel, defaultParallel)
	o.MaxDocument = positive(o.MaxDocument, defaultMaxDocument)
	o.MaxTotal = positive(o.MaxTotal, defaultMaxTotal)
	o.UserAgent = cmp.Or(o.UserAgent, "kubedelta")
	o.Kubeconfigs = cmp.Or(o.Kubeconfigs, &Kubeconfigs{})
	o.Store = cmp.Or(o.Store, NewStore())
	return o
}

func positive[T cmp.Ordered](value, otherwise T) T {
	var zero T
	if value > zero {
		return value
	}
	return otherwise
}
