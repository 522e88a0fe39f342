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

// Options say how to reach GitHub. The zero value is the public GitHub, without
// a token and without a cache.
type Options struct {
	// Token, BaseURL, Transport and Pause are those of the client.
	Token     string
	BaseURL   string
	Transport http.RoundTripper
	Pause     time.Duration
	// RawURL is the base of the addresses of files by repository, commit and path; "" for
	// that of the public GitHub, and for none with another one's BaseURL.
	RawURL string
	// Repository is "owner/name"; "" for kubernetes/kubernetes.
	Repository string
	// CacheDir keeps what was read; "" for no cache.
	CacheDir string
	// Offline reads the cache only.
	Offline bool
	// Timeout bounds the whole reading; 0 for two minutes.
	Timeout time.Duration
	// Progress, if not nil, is told how many of the tag's documents are read. Its
	// calls do not overlap, and it must not block.
	Progress func(done, total int)
}

const publicRepository = "kubernetes/kubernetes"

// reader reads one tag.
type reader struct {
	*client.Client
	git         client.Git
	owner, repo string
	raw         *rawFiles // nil for none
	cache       cache
	offline     bool
	fetched     progress.Counter // files
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
	base := o.RawURL
	if base == "" && c.Public() {
		base = publicRaw
	}
	var raw *rawFiles
	if base != "" {
		raw = newRawFiles(base, o.Transport)
	}
	return &reader{raw: raw, Client: c, git: c.API.Git, owner: owner, repo: repo, cache: cache{dir: o.CacheDir}, offline: o.Offline, fetched: progress.Counter{Tell: o.Progress}}, nil
}

// explain turns an error into a sentence that says what to do, and what is
// saved.
func (r *reader) explain(ctx context.Context, tag string, err error) error {
	err = r.Sentence(ctx, err)
	if errors.Is(err, client.ErrTimeout) {
		err = fmt.Errorf("%w, with %s read; what was read is kept in the cache", err, r.soFar())
	}
	done, _ := r.fetched.Counts()
	if _, limited := errors.AsType[*client.RateLimitError](err); limited && r.cache.dir != "" && done > 0 {
		err = fmt.Errorf("%w: %s are in the cache and will not be asked for again", err, r.soFar())
	}
	return r.Redact(fmt.Errorf("github:%s: %w", tag, err))
}
