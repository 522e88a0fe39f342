package github

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/kubedelta/kubedelta/discovery/source/github/client"
	"github.com/kubedelta/kubedelta/discovery/source/progress"
)

// Options selects a GitHub server. The zero value is the public GitHub, without a token and a cache.
type Options struct {
	client.Options
	// RawURL is the base URL of files by repository, commit and path. "" is that of the public
	// GitHub, or none if BaseURL is another server.
	RawURL string
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

// The repository that is read.
const owner, repo = "kubernetes", "kubernetes"

// reader reads one tag.
type reader struct {
	*client.Client
	git     client.Git
	raw     *rawFiles
	cache   cache
	offline bool
	fetched progress.Counter // counts files
}

func newReader(o Options) (*reader, error) {
	c, err := client.New(o.Options)
	if err != nil {
		return nil, err
	}
	raw := &rawFiles{base: o.RawURL, http: &http.Client{
		Transport:     o.Transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	if raw.base == "" && c.Public() {
		raw.base = publicRaw
	}
	return &reader{raw: raw, Client: c, git: c.API.Git, cache: cache{dir: o.CacheDir}, offline: o.Offline, fetched: progress.Counter{Tell: o.Progress}}, nil
}

// explain converts an error to a message that says what to do, and which files are cached.
func (r *reader) explain(ctx context.Context, tag string, err error) error {
	err = r.Sentence(ctx, err)
	if errors.Is(err, client.ErrTimeout) {
		err = fmt.Errorf("%w, after %s were read; the files that were read are kept in the cache", err, r.soFar())
	}
	done, _ := r.fetched.Counts()
	if _, limited := errors.AsType[*client.RateLimitError](err); limited && r.cache.dir != "" && done > 0 {
		err = fmt.Errorf("%w: %s are in the cache and will not be downloaded again", err, r.soFar())
	}
	return r.Redact(fmt.Errorf("github:%s: %w", tag, err))
}
