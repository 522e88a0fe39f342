package client

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

// MaxBody limits a response. The largest published document has 5 MB.
const MaxBody = 64 << 20

// ErrTooLarge reports a response larger than [MaxBody].
var ErrTooLarge = fmt.Errorf("the response is longer than %d MiB", MaxBody>>20)

var errRedirect = errors.New("sent on to another host")

// guard is the transport. It adds the token for the host of the API, and limits responses.
// go-github's own token would follow redirects to any host.
type guard struct {
	base  *url.URL
	token string
	next  http.RoundTripper
}

// RoundTrip sends one request.
func (g guard) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Del("Authorization")
	if g.token != "" && sameHost(req.URL, g.base) {
		req.Header.Set("Authorization", "Bearer "+g.token)
	}
	res, err := g.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	res.Body = &boundedBody{ReadCloser: res.Body, left: MaxBody}
	return res, nil
}

func sameHost(a, b *url.URL) bool { return a.Scheme == b.Scheme && a.Host == b.Host }

// sameHostOnly follows redirects of renamed repositories within the host. Content from another host
// is not trusted.
func sameHostOnly(base *url.URL) func(*http.Request, []*http.Request) error {
	return func(req *http.Request, via []*http.Request) error {
		if !sameHost(req.URL, base) {
			return fmt.Errorf("%w: %s", errRedirect, req.URL.Host)
		}
		if len(via) >= 5 {
			return errors.New("redirected more than 5 times")
		}
		return nil
	}
}

// boundedBody returns an error if a response is too large.
type boundedBody struct {
	io.ReadCloser
	left int64
}

// Read reads from the body.
func (b *boundedBody) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, ErrTooLarge
	}
	if int64(len(p)) > b.left {
		p = p[:b.left]
	}
	n, err := b.ReadCloser.Read(p)
	b.left -= int64(n)
	return n, err
}
