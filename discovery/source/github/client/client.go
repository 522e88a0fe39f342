package client

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

// Options selects a GitHub server. The zero value is the public GitHub without a token.
type Options struct {
	// Token raises the limit from 60 requests an hour to 5,000. The caller reads it from
	// GITHUB_TOKEN or GH_TOKEN. It needs no scope for a public repository.
	Token string
	// BaseURL is the API URL of a GitHub Enterprise server ("https://HOST/api/v3/"); "" for the
	// public GitHub.
	BaseURL string
	// Transport sends the requests. Nil is http.DefaultTransport.
	Transport http.RoundTripper
	// Pause is the wait before the first retry. It doubles with each retry; 0 is half a second.
	Pause time.Duration
}

const (
	publicURL = "https://api.github.com/"
	userAgent = "kubedelta"
)

// Client sends requests to one GitHub server.
type Client struct {
	// API sends the requests. Wrap each in a [Client.Call].
	API   API
	base  *url.URL
	token string
	pause time.Duration
}

// New checks the options and returns a client.
func New(o Options) (*Client, error) {
	base, err := o.base()
	if err != nil {
		return nil, err
	}
	token := strings.TrimSpace(o.Token)
	if strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, errors.New("the token has characters that are not valid in a GitHub token; check GITHUB_TOKEN and GH_TOKEN")
	}
	if token != "" && base.Scheme != "https" && !isLoopback(base) {
		return nil, fmt.Errorf("the token would be sent to %s unencrypted; use https", base.Host)
	}
	next := o.Transport
	if next == nil {
		next = http.DefaultTransport
	}
	api := github.NewClient(&http.Client{
		Transport: guard{base: base, token: token, next: next}, CheckRedirect: sameHostOnly(base),
	})
	api.BaseURL, api.UserAgent = base, userAgent
	return &Client{API: apiOf(api), base: base, token: token, pause: cmp.Or(o.Pause, 500*time.Millisecond)}, nil
}

// Host is the host of the API, with the port if it is not the default.
func (c *Client) Host() string { return c.base.Host }

// Public reports whether the server is the public GitHub.
func (c *Client) Public() bool { return c.base.String() == publicURL }

// HasToken reports whether requests carry a token.
func (c *Client) HasToken() bool { return c.token != "" }

// URL returns the URL of a path of the API.
func (c *Client) URL(path string) string { return c.base.String() + path }

func (o Options) base() (*url.URL, error) {
	base, err := url.Parse(cmp.Or(o.BaseURL, publicURL))
	if err != nil || base.Host == "" || base.Scheme != "https" && base.Scheme != "http" {
		return nil, errors.New("the address of the GitHub API is not a URL like https://HOST/api/v3/")
	}
	if base.User != nil {
		return nil, errors.New("the URL of the GitHub API contains a user name or password; use a token instead")
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

// ValidName reports whether a name of an owner, a repository or a part of a tag is plain text in a
// URL.
func ValidName(s string) bool {
	other := func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("-_.+", r)
	}
	return s != "" && s != "." && s != ".." && len(s) <= 200 && !strings.ContainsFunc(s, other)
}
