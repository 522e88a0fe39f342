package client

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// endless responds with a body that never ends, and records the Authorization header for each host.
type endless struct{ authorized map[string]string }

func (e endless) RoundTrip(req *http.Request) (*http.Response, error) {
	e.authorized[req.URL.Scheme+"://"+req.URL.Host] = req.Header.Get("Authorization")
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Request: req, Body: io.NopCloser(spaces{})}, nil
}

type spaces struct{}

func (spaces) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

func TestEndlessAnswer(t *testing.T) {
	t.Parallel()
	c, err := New(Options{Transport: endless{map[string]string{}}})
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	err = c.Call(t.Context(), func() error {
		asked++
		_, _, err := c.API.Git.GetBlobRaw(t.Context(), "o", "r", "x")
		return err
	})
	if err = c.Sentence(t.Context(), err); !errors.Is(err, ErrTooLarge) || !strings.Contains(err.Error(), "the response is longer than 64 MiB") || asked != 1 {
		t.Errorf("%v, after %d requests", err, asked)
	}
}

// TestGuard sends requests to other hosts through the transport itself, without the redirect
// policy.
func TestGuard(t *testing.T) {
	t.Parallel()
	base := &url.URL{Scheme: "https", Host: "api.github.example"}
	seen := endless{map[string]string{}}
	g := guard{base: base, token: "t", next: seen}
	want := map[string]string{
		"https://api.github.example": "Bearer t", "http://api.github.example": "", "https://api.github.example:8443": "", "https://evil.example": "",
	}
	for address, authorization := range want {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "left over")
		res, err := g.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if got := seen.authorized[address]; got != authorization {
			t.Errorf("%s was given %q", address, got)
		}
		if req.Header.Get("Authorization") != "left over" {
			t.Error("the caller's request was changed")
		}
	}
}
