package cluster

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// DryRun is a request to write an object, as a question: the server does all that it
// would do, but for writing it.
type DryRun struct {
	// Create is to create the object; it is applied else (server-side apply), whatever
	// other managers have written.
	Create bool
	// Path is that of the resource's objects, or of the object that is applied.
	Path string
	// Body is the object, as JSON.
	Body []byte
}

// DryAnswer is what a server says of an object that it is not to keep.
type DryAnswer struct {
	Status int
	// Body is a Status, or the object as the server would have kept it.
	Body []byte
	// Warnings are the server's own words, in its order.
	Warnings []string
}

const (
	// dryQuery is in every such request, so that who asks cannot forget it.
	dryQuery = "?dryRun=All&fieldValidation=Strict&fieldManager=kubedelta"
	// maxDryAnswer bounds an answer: etcd takes 1.5 MiB of an object.
	maxDryAnswer = 16 << 20
)

// DryRun asks what a server says of an object. A server older than 1.18 may not know dry
// runs and write the object: who calls it has looked at the version, and that the group is
// served by the API server itself. The error, a [ReadError], is of a request that was not
// answered, or for want of a login; any other answer comes back as it is.
func (c *Client) DryRun(ctx context.Context, q DryRun) (DryAnswer, error) {
	req := request{path: q.Path}
	delay := firstPause
	for try := 1; ; try++ {
		answer, f := c.dryRun(ctx, q, req)
		if f == nil || f.status != 0 && f.status != http.StatusUnauthorized && !c.worthwhile(f, try) {
			return answer, nil
		}
		if !c.worthwhile(f, try) {
			return DryAnswer{}, &ReadError{Status: f.status, text: strings.Replace(f.Error(), "GET ", "dry run of ", 1)}
		}
		wait := max(delay, f.wait)
		delay *= 2
		if f.status == http.StatusUnauthorized {
			wait = 0
		}
		if c.pause(ctx, wait) != nil {
			return DryAnswer{}, &ReadError{text: "the dry run was interrupted"}
		}
	}
}

// dryRun makes the request once. Its failure is of an answer that may be another one a
// moment later, or of none.
func (c *Client) dryRun(ctx context.Context, q DryRun, req request) (answer DryAnswer, f *requestError) {
	ctx, cancel := context.WithTimeout(ctx, c.options.RequestTimeout)
	defer cancel()
	method, kind, query := http.MethodPost, acceptJSON, dryQuery
	if !q.Create {
		method, kind, query = http.MethodPatch, "application/apply-patch+yaml", dryQuery+"&force=true"
	}
	u := *c.base
	u.Path += q.Path
	hr, err := http.NewRequestWithContext(ctx, method, u.String()+query, bytes.NewReader(q.Body))
	if err != nil {
		return answer, &requestError{request: req, problem: "the path is not valid", advice: "check the name of the object"}
	}
	hr.Header.Set("Accept", acceptJSON)
	hr.Header.Set("Content-Type", kind)
	got, err := c.http.Do(hr)
	if err != nil {
		return answer, c.unanswered(req, err)
	}
	defer func() { _ = got.Body.Close() }() // it was read as far as it is wanted
	body, err := io.ReadAll(io.LimitReader(got.Body, maxDryAnswer+1))
	if err == nil && len(body) > maxDryAnswer {
		err = errors.New("the response is larger than " + strconv.Itoa(maxDryAnswer>>20) + " MiB")
	}
	if err != nil {
		return answer, c.unanswered(req, err)
	}
	answer = DryAnswer{Status: got.StatusCode, Body: body}
	answer.Warnings = c.warnings(got)
	return answer, c.passing(req, got)
}

// passing is the failure of an answer that says nothing of the object: the server is busy
// or in trouble, or does not accept the login.
func (c *Client) passing(req request, got *http.Response) *requestError {
	switch got.StatusCode {
	case http.StatusUnauthorized, http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		f := c.refused(req, got.StatusCode)
		f.wait = min(c.retryAfter(got.Header.Get("Retry-After")), time.Minute)
		return f
	default:
		return nil
	}
}
