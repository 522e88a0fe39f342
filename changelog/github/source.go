package github

import (
	"cmp"
	"net/http"
	"sync"
	"time"

	"github.com/kubedelta/kubedelta/discovery/source/github/client"
)

// Options are the settings for reaching GitHub. The zero value is the public GitHub, without a
// token and without a cache.
type Options struct {
	// Token, BaseURL, Transport and Pause are passed to the client.
	Token     string
	BaseURL   string
	Transport http.RoundTripper
	Pause     time.Duration
	// CacheDir is the folder of the cache, or "" for no cache.
	CacheDir string
	// Offline reads only the cache.
	Offline bool
	// Timeout is the time budget of all requests together, from the first one on. 0 is five
	// seconds. A comparison must not wait long for notes.
	Timeout time.Duration
	// Fresh is how long a cached response is used without a request. 0 sends a request in each run,
	// which counts against the rate limit only if the file changed or there is no token.
	Fresh time.Duration
	// MaxLabels is the maximum number of requests of one call of Labels. 0 is 100 with a token, and
	// 20 without one. GitHub allows 60 requests per hour without a token.
	MaxLabels int
	// Warn is called with warnings about the source of the notes. It may be nil. It may be called
	// from several goroutines, but only once for each warning.
	Warn func(string)
}

// Source fetches notes. It is for one run, and safe for concurrent use.
type Source struct {
	o      Options
	client *client.Client
	cache  cache
	end    func() time.Time

	mu      sync.Mutex
	answers map[string]*answer
	warned  map[string]bool
}

// New checks the options. It sends no request.
func New(o Options) (*Source, error) {
	c, err := client.New(client.Options{Token: o.Token, BaseURL: o.BaseURL, Transport: o.Transport, Pause: o.Pause})
	if err != nil {
		return nil, err
	}
	o.Timeout = cmp.Or(o.Timeout, 5*time.Second)
	if o.MaxLabels == 0 {
		o.MaxLabels = 20
		if c.HasToken() {
			o.MaxLabels = 100
		}
	}
	end := sync.OnceValue(func() time.Time {
		return time.Now().Add(o.Timeout) //nolint:forbidigo // the budget is of real time; none of it gets into a report
	})
	return &Source{o: o, client: c, cache: cache{dir: o.CacheDir}, end: end, answers: map[string]*answer{}, warned: map[string]bool{}}, nil
}

func (s *Source) warning(text string) {
	s.mu.Lock()
	told := s.warned[text]
	s.warned[text] = true
	s.mu.Unlock()
	if !told && s.o.Warn != nil {
		s.o.Warn(text)
	}
}
