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

	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/unjson"
)

// DryRun is a request to create or apply an object without storing it.
type DryRun struct {
	// Create creates the object. Otherwise it is applied (server-side apply), with force.
	Create bool
	// Path is the path of the collection, or of the object to apply, without escapes.
	Path string
	// Body is the object, as JSON.
	Body []byte
}

// DryAnswer is a server's response to a dry run.
type DryAnswer struct {
	Status int
	// Body is a Status, or the object that the server would have stored.
	Body []byte
	// Warnings are the server's warnings, in their order.
	Warnings []string
}

const (
	// dryQuery is the query of every dry run.
	dryQuery = "dryRun=All&fieldValidation=Strict&fieldManager=kubedelta"
	// maxDryAnswer limits a response. etcd limits an object to 1.5 MiB.
	maxDryAnswer = 16 << 20
)

// DryRun sends a dry run. Callers must check that the server is not older than 1.18, which may
// store the object, and serves the group itself. The error is a [ReadError] for a request without a
// response, or without a valid login.
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

// dryRun sends the request once. It returns an error if there is no response, or if the response
// does not depend on the object.
func (c *Client) dryRun(ctx context.Context, q DryRun, req request) (answer DryAnswer, f *requestError) {
	ctx, cancel := context.WithTimeout(ctx, c.options.RequestTimeout)
	defer cancel()
	method, kind, query := http.MethodPost, acceptJSON, dryQuery
	if !q.Create {
		method, kind, query = http.MethodPatch, "application/apply-patch+yaml", dryQuery+"&force=true"
	}
	u := *c.base
	u.Path += q.Path
	u.RawQuery = query
	hr, err := http.NewRequestWithContext(ctx, method, u.String(), bytes.NewReader(q.Body))
	if err != nil {
		return answer, &requestError{request: req, problem: "the path is not valid", advice: "check the name of the object"}
	}
	hr.Header.Set("Accept", acceptJSON)
	hr.Header.Set("Content-Type", kind)
	got, err := c.http.Do(hr)
	if err != nil {
		return answer, c.unanswered(req, err)
	}
	defer func() { _ = got.Body.Close() }() // only as much as is needed was read
	body, err := io.ReadAll(io.LimitReader(got.Body, maxDryAnswer+1))
	if err == nil && len(body) > maxDryAnswer {
		err = errors.New("the response is larger than " + strconv.Itoa(maxDryAnswer>>20) + " MiB")
	}
	if err != nil {
		return answer, c.unanswered(req, err)
	}
	answer = DryAnswer{Status: got.StatusCode, Body: body}
	answer.Warnings = c.warnings(got)
	if Denied(unjson.Texts(bytes.NewReader(body), "message")[0]) {
		return answer, nil
	}
	return answer, c.passing(req, got)
}

// Denied reports whether the message of a Status is that of a webhook or a policy, which choose the
// code: 401, 429 (k8s.io/apiserver, ToStatusErr in pkg/admission/plugin/webhook/errors, and
// dispatcher.go in pkg/admission/plugin/policy/validating).
func Denied(message string) bool { return denial().MatchString(message) }

var denial = lazy.Regexp(`^admission webhook "[^"]*" denied the request|ValidatingAdmissionPolicy '[^']*' with binding '[^']*' denied request`)

// passing returns the error for a response that does not depend on the object: the server is
// overloaded or unavailable, or does not accept the login.
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
