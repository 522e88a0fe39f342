package github

import (
	"cmp"
	"net/http"
	"sync"
	"time"

	"github.com/kubedelta/kubedelta/discovery/source/github/client"
)

// Options say how to reach GitHub. The zero value is the public GitHub, without
// a token and without a cache.
type Options struct {
	// Token, BaseURL, Transport and Pause are those of the client.
	Token     string
	BaseURL   string
	Transport http.RoundTripper
	Pause     time.Duration
	// CacheDir keeps what was read; "" for no cache.
	CacheDir string
	// Offline reads the cache only.
	Offline bool
	// Timeout is the budget of all requests together, from the first on; 0 for
	// five seconds. Notes are an addition to a comparison, which must not wait
	// for them.
	Timeout time.Duration
	// Fresh is for how long what was read is believed without asking; 0 asks in
	// each run. Asking costs a request only where the file changed, or where
	// there is no token.
	Fresh time.Duration
	// MaxLabels bounds the requests for labels of one call; 0 for 100 with a
	// token and 20 without one, of the 60 that an hour has.
	MaxLabels int
	// Warn is told what the reader of a report should know of where the notes
	// come from; nil for nobody. It may be called from several goroutines, and
	// hears each sentence once.
	Warn func(string)
}

// Source fetches notes. It is for one run, and for many goroutines.
type Source struct {
	client    *client.Client
	cache     cache
	offline   bool
	timeout   time.Duration
	end       func() time.Time
	fresh     time.Duration
	maxLabels int
	warn      func(string)

	mu      sync.Mutex
	answers map[string]*answer
	warned  map[string]bool
}

// New checks the options. It asks nothing yet.
func New(o Options) (*Source, error) {
	c, err := client.New(client.Options{Token: o.Token, BaseURL: o.BaseURL, Transport: o.Transport, Pause: o.Pause})
	if err != nil {
		return nil, err
	}
	s := &Source{
		client: c, cache: cache{dir: o.CacheDir}, offline: o.Offline, timeout: cmp.Or(o.Timeout, 5*time.Second),
		fresh: o.Fresh, maxLabels: o.MaxLabels, warn: o.Warn, answers: map[string]*answer{}, warned: map[string]bool{},
	}
	if s.maxLabels == 0 {
		s.maxLabels = 20
		if c.HasToken() {
			s.maxLabels = 100
		}
	}
	s.end = sync.OnceValue(func() time.Time {
		return time.Now().Add(s.timeout) //nolint:forbidigo // the budget is of real time; none of it gets into a report
	})
	return s, nil
}

func (s *Source) warning(text string) {
	s.mu.Lock()
	told := s.warned[text]
	s.warned[text] = true
	s.mu.Unlock()
	if !told && s.warn != nil {
		s.warn(text)
	}
}
