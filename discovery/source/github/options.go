package github

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/kubedelta/kubedelta/discovery/source/github/client"
	"github.com/kubedelta/kubedelta/discovery/source/progress"
)

// Options selects a GitHub server and a repository. The zero value is the public GitHub, without a
// token and a cache.
type Options struct {
	// Token, BaseURL, Transport and Pause are options of the client.
	Token     string
	BaseURL   string
	Transport http.RoundTripper
	Pause     time.Duration
	// RawURL is the base URL of files by repository, commit and path. "" is that of the public
	// GitHub, or none if BaseURL is another server.
	RawURL string
	// Repository is "owner/name"; "" for kubernetes/kubernetes.
	Repository string
	// CacheDir is the folder of the cache; "" for none.
	CacheDir string
	// Offline reads only from the cache.
	Offline bool
	// Timeout limits the complete reading; 0 is two minutes.
	Timeout time.Duration
	// Progress, if not nil, receives the number of the tag's documents that were read. It is not
	// called concurrently, and must not block.
	Progress func(done, total int)
}

const publicRepository = "kubernetes/kubernetes"

// reader reads one tag.
type reader struct {
	*client.Client
	git         client.Git
	owner, repo string
	raw         *rawFiles
	cache       cache
	offline     bool
	fetched     progress.Counter // counts files
}

func newReader(o Options) (*reader, error) {
	c, err := client.New(client.Options{Token: o.Token, BaseURL: o.BaseURL, Transport: o.Transport, Pause: o.Pause})
	if err != nil {
		return nil, err
	}
	owner, repo, ok := strings.Cut(cmp.Or(o.Repository, publicRepository), "/")
	if !ok || !client.ValidName(owner) || !client.ValidName(repo) {
		return nil, fmt.Errorf("the repository %q is not of the form owner/name", o.Repository)
	}
	raw := &rawFiles{base: o.RawURL, http: &http.Client{
		Transport:     o.Transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	if raw.base == "" && c.Public() {
		raw.base = publicRaw
	}
	return &reader{raw: raw, Client: c, git: c.API.Git, owner: owner, repo: repo, cache: cache{dir: o.CacheDir}, offline: o.Offline, fetched: progress.Counter{Tell: o.Progress}}, nil
}

// explain converts an error to a message that says what to do, and which files are cached.
func (r *reader) explain(ctx context.Context, tag string, err error) error {
	err = r.Sentence(ctx, err)
	if errors.Is(err, client.ErrTimeout) {
		err = fmt.Errorf("%w, with %s read; what was read is kept in the cache", err, r.soFar())
	}
	done, _ := r.fetched.Counts()
	if _, limited := errors.AsType[*client.RateLimitError](err); limited && r.cache.dir != "" && done > 0 {
		err = fmt.Errorf("%w: %s are in the cache and will not be downloaded again", err, r.soFar())
	}
	return r.Redact(fmt.Errorf("github:%s: %w", tag, err))
}
