package cluster

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

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
		f.fromBackend(answer.Header.Get("Content-Type"))
		f.wait = c.retryAfter(answer.Header.Get("Retry-After"))
		return response{}, f
	}
	if f := cached(req, answer.Header); f != nil {
		_, _ = io.CopyN(io.Discard, answer.Body, drained)
		return response{}, f
	}
	if req.into != nil {
		return response{}, c.stream(req, answer.Body)
	}
	body, f := c.read(req, answer.Body, total)
	out := response{body: body, query: answer.Request.URL.Query()}
	if f == nil && replaced(out) {
		return response{}, &requestError{
			request: req, status: http.StatusOK, problem: "the hash of the document is not the one in the index of OpenAPI documents",
			advice:   "is there a proxy in front of the API server that changes responses? Use the API server's own address",
			replaced: true,
		}
	}
	return out, f
}

// replaced reports whether a document is not that of the hash in its URL. An API server uses the
// SHA-512 of the JSON (k8s.io/kube-openapi/pkg/handler3); other forms of hashes prove nothing.
func replaced(out response) bool {
	hash, err := hex.DecodeString(out.query.Get("hash"))
	if err != nil || len(hash) != sha512.Size {
		return false
	}
	if sum := sha512.Sum512(out.body); bytes.Equal(sum[:], hash) {
		return false
	}
	trimmed := sha512.Sum512(bytes.TrimSpace(out.body))
	return !bytes.Equal(trimmed[:], hash)
}

// cached returns the error for a response that a cache kept, which says what was true earlier. The hash
// of a document in the query says which text it has.
func cached(req request, header http.Header) *requestError {
	stale := func(w utilnet.WarningHeader) bool { return w.Code >= 110 && w.Code < 120 } // RFC 7234, 5.5
	found, _ := utilnet.ParseWarningHeaders(header["Warning"])
	if age, err := strconv.Atoi(header.Get("Age")); (err != nil || age <= 0) && !slices.ContainsFunc(found, stale) || strings.HasPrefix(req.query, "hash=") {
		return nil
	}
	return &requestError{
		request: req, status: http.StatusOK, problem: "the response is from a cache, and may be out of date",
		advice: "a proxy keeps responses of the API server: use the API server's own address, or turn off the cache of the proxy",
	}
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

const (
	// tries limits the tries of a request that may succeed later. triesAsked limits them if the
	// server sent Retry-After.
	tries      = 4
	triesAsked = 10
	// firstPause doubles with each try. There is no jitter, because few requests run concurrently
	// and runs stay reproducible.
	firstPause = 250 * time.Millisecond
)

// get sends a request until it succeeds, fails permanently, or the time is over.
func (r *recording) get(ctx context.Context, req request) (response, *requestError) {
	delay := firstPause
	for try := 1; ; try++ {
		out, f := r.attempt(ctx, req)
		if f == nil || !r.client.worthwhile(f, try) {
			return out, f
		}
		wait := cmp.Or(f.wait, delay)
		delay *= 2
		if f.status == http.StatusUnauthorized {
			wait = 0
		}
		if deadline, ok := ctx.Deadline(); ok && wait > deadline.Sub(r.client.now()) {
			f.problem += ", and the wait of " + wait.String() + " before the next try is longer than the remaining time"
			return out, f
		}
		if r.client.pause(ctx, wait) != nil {
			return out, r.ended(ctx, req)
		}
	}
}

// worthwhile reports whether a failed request may succeed if it is sent again.
func (c *Client) worthwhile(f *requestError, try int) bool {
	switch {
	case f.status == http.StatusUnauthorized:
		return c.renews && try == 1
	case !f.again:
		return false
	case f.wait > 0:
		return try < triesAsked
	default:
		return try < tries
	}
}

// retryAfter parses a Retry-After header: seconds, or a date. It returns 0 if there is none.
func (c *Client) retryAfter(header string) time.Duration {
	if seconds, err := strconv.ParseUint(header, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if date, err := http.ParseTime(header); err == nil {
		return max(0, date.Sub(c.now()))
	}
	return 0
}
