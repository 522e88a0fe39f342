package github_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/kubedelta/kubedelta/changelog/github"
	"github.com/kubedelta/kubedelta/discovery"
	fake "github.com/kubedelta/kubedelta/fixtures/github"
)

// notRaw is a server that does not support the raw media type.
func notRaw(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Set("Accept", "application/json")
		next.ServeHTTP(w, r)
	})
}

// minutes matches the minutes until a rate limit ends, which depend on the machine. Package client
// tests the number.
var minutes = regexp.MustCompile(`for 4[0-2] min`)

// TestFaults checks each kind of failed request. Temporary failures are not noticed.
func TestFaults(t *testing.T) {
	t.Parallel()
	reset := time.Now().Add(42*time.Minute + 20*time.Second)
	for name, tc := range map[string]struct {
		times int
		fault fake.Fault
		want  string
	}{
		"500 three times":       {3, fake.Status(500, "oops"), ""},
		"cut off twice":         {2, fake.Truncated(), ""},
		"page once":             {1, fake.Body("text/html", "<html>"), ""},
		"empty once":            {1, fake.Body("text/plain", " \n"), ""},
		"short pause":           {1, fake.SecondaryLimited(time.Second), ""},
		"limit ends soon":       {1, fake.RateLimited(time.Now().Add(time.Second)), ""},
		"slow":                  {1, fake.Slow(20 * time.Millisecond), ""},
		"same host":             {1, fake.Redirect(pathLog + "?ref=master"), ""},
		"about the file":        {1, notRaw, ""},
		"500 for ever":          {-1, fake.Status(500, "oops"), "GitHub returned 500 Internal Server Error, 4 times in a row; try again later"},
		"cut off for ever":      {-1, fake.Truncated(), "the response of GitHub ended early, 4 times in a row; try again later, and check whether a proxy truncates responses"},
		"page for ever":         {-1, fake.Body("text/html", " <!DOCTYPE HTML><title>login</title>"), "GitHub's response is a web page, not the file; a proxy may have put its own page there"},
		"page as not found":     {-1, htmlNotFound, "GitHub returned 404 Not Found"},
		"empty for ever":        {-1, fake.Body("text/plain", ""), "GitHub's response is empty"},
		"folder":                {-1, fake.Body("application/json", "[]"), "it is a folder"},
		"rate limit":            {-1, fake.RateLimited(reset), "GitHub's rate limit of 60 requests an hour is exhausted until " + reset.UTC().Format("15:04 UTC") + " (for N min); set GITHUB_TOKEN or GH_TOKEN"},
		"rate limit as 429":     {-1, tooMany(reset), "GitHub's rate limit of 60 requests an hour is exhausted until " + reset.UTC().Format("15:04 UTC") + " (for N min); set GITHUB_TOKEN or GH_TOKEN"},
		"limit after budget":    {-1, fake.RateLimited(time.Now().Add(8 * time.Second)), "GitHub's rate limit of 60 requests an hour is exhausted until"},
		"secondary limit":       {-1, fake.SecondaryLimited(7 * time.Second), "GitHub asks for a pause of 7s after too many requests at once (its secondary rate limit)"},
		"secondary, no time":    {-1, fake.Status(403, "You have exceeded a secondary rate limit."), "GitHub asks for a pause after too many requests at once (its secondary rate limit); try again in some minutes"},
		"plain 429":             {-1, fake.Status(429, "Too many requests"), "GitHub asks for a pause after too many requests at once"},
		"forbidden":             {-1, fake.Status(403, "Resource protected by organization SAML enforcement"), "GitHub returned 403 Forbidden: Resource protected by organization SAML enforcement"},
		"unauthorized":          {-1, fake.Status(401, "Bad credentials"), "GitHub rejected the token: it is wrong, revoked or expired"},
		"redirects in a circle": {-1, fake.Redirect(pathLog), "redirected more than 5 times"},
		"redirect to elsewhere": {-1, fake.Redirect("https://example.invalid/x"), "GitHub redirected the request to another host, which is not followed"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := serve(t)
			w.Fail("CHANGELOG-1.24", tc.times, tc.fault)
			got, err := w.changelog(t)
			if tc.want == "" {
				if err != nil || got != notes124 {
					t.Errorf("%q %v", got, err)
				}
				return
			}
			unreachable, ok := errors.AsType[*github.UnreachableError](err)
			if !ok || !strings.HasPrefix(err.Error(), "cannot read CHANGELOG/CHANGELOG-1.24.md of kubernetes/kubernetes: ") || !strings.Contains(minutes.ReplaceAllString(unreachable.Err.Error(), "for N min"), tc.want) {
				t.Errorf("got  %v\nwant %s", err, tc.want)
			}
		})
	}
}

func htmlNotFound(http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write([]byte("<html>nothing here"))
	})
}

// tooMany is the hourly rate limit with the other status that GitHub documents.
func tooMany(reset time.Time) fake.Fault {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			fake.RateLimited(reset)(next).ServeHTTP(changeStatus{w}, r)
		})
	}
}

type changeStatus struct{ http.ResponseWriter }

func (c changeStatus) WriteHeader(int) { c.ResponseWriter.WriteHeader(http.StatusTooManyRequests) }

// TestDraftFaults checks responses that are wrong only for JSON.
func TestDraftFaults(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"<html>login</html>":  "GitHub's response is a web page, not JSON; a proxy may have put its own page there",
		`{"1":{"text":"half`:  "GitHub's response is not the whole file: it is not a JSON object",
		"":                    "GitHub's response is not the whole file: it is not a JSON object",
		"Service Unavailable": "GitHub's response is not the whole file: it is not a JSON object",
		"[1]":                 "it is a folder",
	} {
		w := serve(t)
		v := version(t, "v1.24.0")
		w.Fail("/sig-release/", -1, fake.Body("text/plain", body))
		_, err := w.run(t).Draft(t.Context(), v)
		if _, ok := errors.AsType[*github.UnreachableError](err); !ok || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", body, err)
		}
	}
}

// TestLargeFileWithoutRaw reads the file as a blob.
func TestLargeFileWithoutRaw(t *testing.T) {
	t.Parallel()
	w := serve(t)
	w.Fail("/contents/", -1, notRaw)
	got, err := w.run(t).Changelog(t.Context(), discovery.Release{Major: 1, Minor: 25})
	if err != nil || len(got) < 2<<20 || len(w.Requests()) != 2 {
		t.Errorf("%d bytes, %d requests, %v", len(got), len(w.Requests()), err)
	}
	w.Fail("/git/blobs/", -1, fake.Body("text/plain", "another file"))
	w.o.CacheDir = ""
	if _, err := w.run(t).Changelog(t.Context(), discovery.Release{Major: 1, Minor: 25}); err == nil || !strings.Contains(err.Error(), "the response is not the file of this name in git") {
		t.Error(err)
	}
}

// TestKeptServes checks that the cache is used if GitHub is unreachable, with a single warning.
func TestKeptServes(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]fake.Fault{
		"limit": fake.RateLimited(time.Now().Add(time.Hour)), "down": fake.Status(503, ""), "page": fake.Body("text/html", "<html>"), "token": fake.Status(401, "Bad credentials"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := serve(t)
			s := w.run(t)
			_, _ = s.Changelog(t.Context(), minor124())
			_, _ = s.Changelog(t.Context(), discovery.Release{Major: 1, Minor: 25})
			w.Fail("/contents/", -1, fault)
			s = w.run(t)
			got, err := s.Changelog(t.Context(), minor124())
			large, err2 := s.Changelog(t.Context(), discovery.Release{Major: 1, Minor: 25})
			if err != nil || err2 != nil || string(got) != notes124 || len(large) < 2<<20 {
				t.Errorf("%q %v %v", got, err, err2)
			}
			if len(w.warnings) != 1 || !strings.HasPrefix(w.warnings[0], "whether the release notes changed on GitHub is unknown, so those in the cache are used: GitHub") {
				t.Errorf("%q", w.warnings)
			}
		})
	}
}

// TestRefusedConnection checks that the error is returned at once, not after the time budget.
func TestRefusedConnection(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	_ = listener.Close()
	w := serve(t)
	network := &counted{next: http.DefaultTransport}
	w.o.BaseURL, w.o.Transport = "http://"+address+"/", network
	_, err = w.changelog(t)
	if _, ok := errors.AsType[*github.UnreachableError](err); !ok || !strings.Contains(err.Error(), address+" cannot be reached: dial tcp") || network.asked.Load() != 1 {
		t.Errorf("after %d requests: %v", network.asked.Load(), err)
	}
}

// counted counts the requests, and passes them to another transport.
type counted struct {
	asked atomic.Int32
	next  http.RoundTripper
}

func (c *counted) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Context().Err() == nil {
		c.asked.Add(1)
	}
	return c.next.RoundTrip(r)
}

// silent is a network that never responds.
type silent struct{}

func (silent) RoundTrip(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

// TestBudget checks that all requests share one time budget, and that nothing is requested after it
// is used up.
func TestBudget(t *testing.T) {
	t.Parallel()
	hang := serve(t)
	hang.Fail("/", -1, fake.Slow(time.Hour))
	dead := serve(t)
	for w, next := range map[*world]http.RoundTripper{hang: http.DefaultTransport, dead: silent{}} {
		network := &counted{next: next}
		w.o.Timeout, w.o.Transport = 300*time.Millisecond, network
		s := w.run(t)
		for range 3 {
			_, err := s.Changelog(t.Context(), minor124())
			if _, ok := errors.AsType[*github.UnreachableError](err); !ok || !strings.Contains(err.Error(), "reading took too long: more than 300ms") {
				t.Error(err)
			}
			if labels, err := s.SIGs(t.Context(), []int{1, 2, 3}); err == nil || len(labels) != 0 {
				t.Errorf("%v %v", labels, err)
			}
			if _, err := s.Draft(t.Context(), version(t, "v1.24.0")); err == nil {
				t.Error("a draft out of nowhere")
			}
		}
		if n := network.asked.Load(); n > 1 {
			t.Errorf("%d requests, all but one of them after the end", n)
		}
	}
	// An expired context of the caller is returned as it is.
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := dead.run(t).Changelog(ctx, minor124()); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}
