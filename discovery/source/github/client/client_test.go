package client

import (
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/kubedelta/kubedelta/discovery/source/beside"
)

const secret = "ghp_0123456789abcdef"

// broken responds with an error, or with a body that ends with one.
type broken struct {
	err    error
	inBody bool
	header http.Header
	status int
}

func (b broken) RoundTrip(req *http.Request) (*http.Response, error) {
	if b.err != nil && !b.inBody {
		return nil, b.err
	}
	body := io.Reader(strings.NewReader("half"))
	if b.inBody {
		body = io.MultiReader(body, failing{b.err})
	}
	return &http.Response{StatusCode: b.status, Header: b.header, Request: req, Body: io.NopCloser(body)}, nil
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// TestSentences tests the error of each kind of failure, and the number of requests.
func TestSentences(t *testing.T) {
	t.Parallel()
	reset := []string{"2000000000"}
	for name, tc := range map[string]struct {
		transport broken
		asked     int
		want      string
	}{
		"no such name":       {broken{err: &net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "x"}}}, 1, "api.github.com cannot be reached: its name cannot be resolved: no such host"},
		"refused":            {broken{err: &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("connection refused")}}, 1, "api.github.com cannot be reached: dial tcp: connection refused"},
		"reset at once":      {broken{err: &net.OpError{Op: "read", Net: "tcp", Err: errors.New("connection reset by peer")}}, 4, "api.github.com cannot be reached: read tcp: connection reset by peer"},
		"reset in the body":  {broken{err: &net.OpError{Op: "read", Net: "tcp", Err: errors.New("connection reset by peer")}, inBody: true, status: 200}, 4, "connection reset by peer"},
		"truncated":          {broken{err: io.ErrUnexpectedEOF, inBody: true, status: 200}, 4, "the response of GitHub ended early, 4 times in a row"},
		"limit with a token": {broken{status: 403, header: http.Header{"X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Limit": {"5000"}, "X-Ratelimit-Reset": reset}}, 1, "GitHub's rate limit of 5000 requests an hour is exhausted until 03:33 UTC"},
		"429":                {broken{status: 429, header: http.Header{"X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset": reset}}, 1, "GitHub's rate limit of 60 requests an hour is exhausted until 03:33 UTC"},
		"long pause":         {broken{status: 429, header: http.Header{"Retry-After": {"600"}}}, 1, "GitHub asks for a pause of 10m0s"},
		"no reason":          {broken{status: 418}, 1, "GitHub returned 418 I'm a teapot"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, err := New(Options{Token: secret, Transport: tc.transport, Pause: time.Microsecond})
			if err != nil {
				t.Fatal(err)
			}
			asked := 0
			err = c.Call(t.Context(), func() error {
				asked++
				_, _, err := c.API.Git.GetBlobRaw(t.Context(), "o", "r", "x")
				return err
			})
			if err = c.Sentence(t.Context(), err); err == nil || !strings.Contains(err.Error(), tc.want) || asked != tc.asked {
				t.Errorf("%v, after %d requests", err, asked)
			}
			if _, limit := errors.AsType[*RateLimitError](err); limit && !strings.Contains(err.Error(), "with the current token; try again then") {
				t.Error(err)
			}
		})
	}
}

// TestNoWaitBeyondTheEnd: if the wait is longer than the context lasts, the error is returned at
// once. The test has its own clock.
func TestNoWaitBeyondTheEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		reset := http.Header{"X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset": {strconv.FormatInt(time.Now().Add(42*time.Minute+20*time.Second).Unix(), 10)}}
		for want, transport := range map[string]broken{
			"GitHub returned 503 Service Unavailable; try again later":                               {status: 503},
			"GitHub's rate limit of 60 requests an hour is exhausted until 00:42 UTC (for 42 min); ": {status: 429, header: reset},
		} {
			c, err := New(Options{Transport: transport, Pause: time.Minute})
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := WithTimeout(t.Context(), 10*time.Second)
			start := time.Now()
			err = c.Sentence(ctx, c.Call(ctx, func() error {
				_, _, err := c.API.Git.GetBlobRaw(ctx, "o", "r", "x")
				return err
			}))
			if err == nil || !strings.HasPrefix(err.Error(), want) || time.Now() != start {
				t.Errorf("%v after %s", err, time.Until(start))
			}
			cancel()
		}
	})
}

func TestRedact(t *testing.T) {
	t.Parallel()
	c, err := New(Options{Token: secret})
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Redact(errors.New("no " + secret + " here")); got.Error() != "no (token) here" {
		t.Error(got)
	}
	if !c.Holds([]byte("x"+secret)) || c.Holds([]byte("x")) || Clip(strings.Repeat("x", 300)) != strings.Repeat("x", 200)+"…" {
		t.Error("the token is not found, or found in nothing")
	}
}

// TestFilesOfCaches: a cache file is complete, or does not exist.
func TestFilesOfCaches(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "a", "b")
	if err := beside.WriteFile(name, []byte("text")); err != nil {
		t.Fatal(err)
	}
	if data, written, err := ReadFile(name); err != nil || string(data) != "text" || time.Since(written) > time.Hour {
		t.Errorf("%q %s %v", data, written, err)
	}
	if err := beside.WriteFile(filepath.Dir(name), nil); err == nil {
		t.Error("a folder was replaced")
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v %v", left, err)
	}
	if _, _, err := ReadFile(dir); err == nil {
		t.Error("a folder was read")
	}
}
