package cluster

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"

	utilnet "k8s.io/apimachinery/pkg/util/net"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// response is a body that is a JSON object, and the query of its final URL: servers redirect from a
// document's old hash to its new one.
type response struct {
	body  []byte
	query url.Values
	// unchanged: the server responded 304 Not Modified.
	unchanged bool
}

// drained limits how much of an unused body is read, so that the connection can be reused.
const drained = 64 << 10

// attempt sends a request once.
func (r *recording) attempt(ctx context.Context, req request) (response, *requestError) {
	select {
	case r.slots <- struct{}{}:
		defer func() { <-r.slots }()
	case <-ctx.Done():
		return response{}, r.ended(ctx, req)
	}
	once, cancel := context.WithTimeout(ctx, r.client.options.RequestTimeout)
	defer cancel()
	out, f := r.client.send(once, req, &r.budget)
	if f != nil && ctx.Err() != nil {
		return response{}, r.ended(ctx, req)
	}
	return out, f
}

func (c *Client) send(ctx context.Context, req request, total *budget) (response, *requestError) {
	u := *c.base
	u.Path += req.path
	u.RawQuery = req.query
	hr, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return response{}, &requestError{request: req, problem: "the path is not valid", advice: "check the address"}
	}
	hr.Header.Set("Accept", req.accept)
	if req.unless != "" {
		hr.Header.Set("If-None-Match", strconv.Quote(req.unless))
	}
	answer, err := c.http.Do(hr)
	if err != nil {
		return response{}, c.unanswered(req, err)
	}
	defer func() { _ = answer.Body.Close() }() // only as much as is needed was read
	if req.into == nil {
		for _, w := range c.warnings(answer) { // a caller that streams lists deprecated objects on purpose
			c.notes.warn("the API server warns: " + w)
		}
	}
	if req.unless != "" && answer.StatusCode == http.StatusNotModified {
		return response{unchanged: true}, nil
	}
	if answer.StatusCode != http.StatusOK {
		_, _ = io.CopyN(io.Discard, answer.Body, drained) // to reuse the connection
		f := c.refused(req, answer.StatusCode)
		f.wait = c.retryAfter(answer.Header.Get("Retry-After"))
		return response{}, f
	}
	if req.into != nil {
		return response{}, c.stream(req, answer.Body)
	}
	body, f := c.read(req, answer.Body, total)
	return response{body: body, query: answer.Request.URL.Query()}, f
}

func (c *Client) read(req request, from io.Reader, total *budget) ([]byte, *requestError) {
	body, err := readBody(from, c.options.MaxDocument, total)
	if errors.Is(err, errDocumentTooLarge) || errors.Is(err, errTotalTooLarge) {
		return nil, c.tooLarge(req, err)
	}
	if err != nil {
		return nil, c.endedEarly(req, err)
	}
	if f := checkJSON(req, body); f != nil {
		total.left.Add(int64(len(body)))
		return nil, f
	}
	return body, nil
}

// endedEarly returns the error for a body that ended before its end.
func (c *Client) endedEarly(req request, err error) *requestError {
	f := c.unanswered(req, err)
	if !errors.Is(err, context.DeadlineExceeded) {
		f.problem, f.again = "the response ended early", true
		f.advice = "try again; if the problem persists, check the network and any proxies"
	}
	return f
}

// warnings lists the server's own warnings, without credentials.
func (c *Client) warnings(answer *http.Response) []string {
	found, _ := utilnet.ParseWarningHeaders(answer.Header["Warning"]) // a header that does not parse is not a warning
	return slice.Map(found, func(w utilnet.WarningHeader) string { return c.secrets.removeFrom(w.Text) })
}

var (
	errOtherHost = errors.New("redirected to another host")
	errCircle    = errors.New("redirected too often")
)

// maxRedirects: API servers send one, from a document's old hash to its new one.
const maxRedirects = 3

// checkRedirect follows redirects on the same host only, because client-go adds the credentials to
// every request. That of a dry run is the response: the new address may lack dryRun=All.
func checkRedirect(next *http.Request, before []*http.Request) error {
	if before[0].Method != http.MethodGet {
		return http.ErrUseLastResponse
	}
	first := before[0].URL
	if next.URL.Scheme != first.Scheme || next.URL.Host != first.Host || next.URL.User != nil {
		return errOtherHost
	}
	if len(before) > maxRedirects {
		return errCircle
	}
	return nil
}
