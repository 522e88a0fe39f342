package client

import (
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json" // used by go-github
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/google/go-github/v58/github"
)

// attempts is the maximum number of tries of a request.
const attempts = 4

// longestWait is the longest wait for GitHub. For longer waits, the user gets an error instead.
const longestWait = 10 * time.Second

// BrokenError reports a response that cannot be the requested content, because of a broken
// connection or a proxy.
type BrokenError struct {
	// Says is the message.
	Says string
}

// Error returns the message.
func (e *BrokenError) Error() string { return e.Says }

// Call sends a request, and retries it after a server error, a broken connection, or a request to
// wait a short time. It does not wait longer than ctx lasts.
func (c *Client) Call(ctx context.Context, request func() error) (err error) {
	pause := c.pause
	for attempt := 1; ; attempt++ {
		if err = request(); err == nil || ctx.Err() != nil {
			return err
		}
		wait, again := retriable(err)
		wait = max(wait, pause)
		if end, ends := ctx.Deadline(); !again || attempt == attempts || ends && time.Until(end) <= wait {
			return &triedError{err, attempt}
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return &triedError{err, attempt}
		}
		pause *= 2
	}
}

// triedError adds the number of tries to an error.
type triedError struct {
	error
	times int
}

// Unwrap returns the error of the last try.
func (e *triedError) Unwrap() error { return e.error }

// inARow describes how many times a request failed; "" for once.
func inARow(err error) string {
	if tried, ok := errors.AsType[*triedError](err); ok && tried.times > 1 {
		return fmt.Sprintf(", %d times in a row", tried.times)
	}
	return ""
}

// retriable reports whether a failed request may succeed if it is sent again, and the minimum wait.
func retriable(err error) (wait time.Duration, again bool) {
	if used, ok := usedUp(err); ok {
		// The reset time is rounded to seconds, and the server's clock may differ.
		wait = time.Until(used.reset) + 100*time.Millisecond
		return wait, wait <= longestWait
	}
	if after, limited := retryAfter(err); limited {
		return after, after > 0 && after <= longestWait
	}
	if errors.Is(err, errRedirect) || errors.Is(err, ErrTooLarge) {
		return 0, false
	}
	if answer, ok := errors.AsType[*github.ErrorResponse](err); ok {
		return 0, answer.Response.StatusCode >= http.StatusInternalServerError
	}
	return 0, isBroken(err)
}

// isBroken reports whether the response was incomplete or missing. A host that cannot be resolved
// or reached is not retried, so that the user gets the error at once.
func isBroken(err error) bool {
	if _, broken := errors.AsType[*BrokenError](err); broken || errors.Is(err, io.ErrUnexpectedEOF) {
		return true
	}
	if _, html := errors.AsType[*json.SyntaxError](err); html {
		return true
	}
	if dial, ok := errors.AsType[*net.OpError](err); ok && dial.Op == "dial" {
		return false
	}
	if _, certificate := errors.AsType[*tls.CertificateVerificationError](err); certificate {
		return false
	}
	_, network := errors.AsType[*url.Error](err)
	_, connection := errors.AsType[*net.OpError](err) // within a body
	return network || connection
}

// IsNotFound reports whether the response was 404.
func IsNotFound(err error) bool { return hasStatus(err, http.StatusNotFound) }

// IsNotModified reports whether the response was 304. With a token, such a response does not count
// towards the rate limit.
func IsNotModified(err error) bool { return hasStatus(err, http.StatusNotModified) }

func hasStatus(err error, status int) bool {
	answer, ok := errors.AsType[*github.ErrorResponse](err)
	return ok && answer.Response.StatusCode == status
}

// hourly is the hourly rate limit when it is used up.
type hourly struct {
	limit int
	reset time.Time
}

// usedUp reads the hourly rate limit from an error response. GitHub may respond with 403 or 429;
// go-github detects only 403.
func usedUp(err error) (hourly, bool) {
	if rate, ok := errors.AsType[*github.RateLimitError](err); ok {
		return hourly{rate.Rate.Limit, rate.Rate.Reset.Time}, true
	}
	answer, ok := limited(err)
	if !ok || answer.Response.Header.Get("X-RateLimit-Remaining") != "0" {
		return hourly{}, false
	}
	limit, _ := strconv.Atoi(answer.Response.Header.Get("X-RateLimit-Limit"))
	reset, err := strconv.ParseInt(answer.Response.Header.Get("X-RateLimit-Reset"), 10, 64)
	return hourly{cmp.Or(limit, 60), time.Unix(reset, 0)}, err == nil
}

// retryAfter returns how long GitHub asks to wait for a reason other than the hourly rate limit; 0
// if it does not state how long.
func retryAfter(err error) (time.Duration, bool) {
	if abuse, ok := errors.AsType[*github.AbuseRateLimitError](err); ok {
		if abuse.RetryAfter == nil {
			return 0, true
		}
		return *abuse.RetryAfter, true
	}
	answer, ok := limited(err)
	if !ok {
		return 0, false
	}
	seconds, err := strconv.Atoi(answer.Response.Header.Get("Retry-After"))
	if err != nil {
		// Without the header, the status or the message identifies the limit.
		return 0, answer.Response.StatusCode == http.StatusTooManyRequests || strings.Contains(answer.Message, "secondary rate limit")
	}
	return time.Duration(seconds) * time.Second, true
}

func limited(err error) (*github.ErrorResponse, bool) {
	answer, ok := errors.AsType[*github.ErrorResponse](err)
	return answer, ok && (answer.Response.StatusCode == http.StatusForbidden || answer.Response.StatusCode == http.StatusTooManyRequests)
}
