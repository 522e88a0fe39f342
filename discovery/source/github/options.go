package github

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/go-github/v58/github"
)

// Options say how to reach GitHub. The zero value is the public GitHub, without
// a token and without a cache.
type Options struct {
	// Token raises the limit from 60 requests an hour to 5,000. The caller takes
	// it from GITHUB_TOKEN or GH_TOKEN; a public repository needs no scope.
	Token string
	// BaseURL is that of the API of a GitHub Enterprise ("https://HOST/api/v3/");
	// "" for the public one.
	BaseURL string
	// Repository is "owner/name"; "" for kubernetes/kubernetes.
	Repository string
	// CacheDir keeps what was read; "" for no cache.
	CacheDir string
	// Offline reads the cache only.
	Offline bool
	// Transport does the requests; nil for http.DefaultTransport.
	Transport http.RoundTripper
	// Timeout bounds the whole reading; 0 for two minutes.
	Timeout time.Duration
	// Pause is the wait before a request is tried again, doubled each time; 0
	// for half a second.
	Pause time.Duration
}

const (
	publicURL        = "https://api.github.com/"
	publicRepository = "kubernetes/kubernetes"
	userAgent        = "kubedelta"
)

// reader reads one tag.
type reader struct {
	client      *github.Client
	host        string
	owner, repo string
	token       string
	cache       cache
	offline     bool
	pause       time.Duration
	fetched     progress
}

func newReader(o Options) (*reader, error) {
	base, err := o.base()
	if err != nil {
		return nil, err
	}
	owner, repo, ok := strings.Cut(cmp.Or(o.Repository, publicRepository), "/")
	if !ok || !validName(owner) || !validName(repo) {
		return nil, fmt.Errorf("the repository %q is not of the form owner/name", o.Repository)
	}
	token := strings.TrimSpace(o.Token)
	if strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, errors.New("the token has characters that no token of GitHub has; check GITHUB_TOKEN and GH_TOKEN")
	}
	if token != "" && base.Scheme != "https" && !isLoopback(base) {
		return nil, fmt.Errorf("the token would go to %s unencrypted; use https", base.Host)
	}
	next := o.Transport
	if next == nil {
		next = http.DefaultTransport
	}
	client := github.NewClient(&http.Client{
		Transport: guard{base: base, token: token, next: next}, CheckRedirect: sameHostOnly(base),
	})
	client.BaseURL, client.UserAgent = base, userAgent
	return &reader{
		client: client, host: base.Host, owner: owner, repo: repo, token: token,
		cache: cache{dir: o.CacheDir}, offline: o.Offline, pause: cmp.Or(o.Pause, 500*time.Millisecond),
	}, nil
}

func (o Options) base() (*url.URL, error) {
	base, err := url.Parse(cmp.Or(o.BaseURL, publicURL))
	if err != nil || base.Host == "" || base.Scheme != "https" && base.Scheme != "http" {
		return nil, errors.New("the address of the GitHub API is no URL like https://HOST/api/v3/")
	}
	if base.User != nil {
		return nil, errors.New("the address of the GitHub API holds a user or password; give a token instead")
	}
	if !strings.HasSuffix(base.Path, "/") {
		base.Path += "/"
	}
	return base, nil
}

func isLoopback(u *url.URL) bool {
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}

// validName accepts the names of owners, repositories and parts of tags:
// nothing that would mean something else in a URL.
func validName(s string) bool {
	other := func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("-_.+", r)
	}
	return s != "" && s != "." && s != ".." && len(s) <= 200 && !strings.ContainsFunc(s, other)
}
