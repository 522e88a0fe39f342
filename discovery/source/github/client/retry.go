package client

import (
	"context"
	"crypto/tls"
	"encoding/json" // go-github decodes with it
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/google/go-github/v58/github"
)

// attempts is how often a request is made before it counts as failed.
const attempts = 4

// longestWait is the longest that a request of GitHub to wait is obeyed. Whoever
// waits at a terminal is rather told.
const longestWait = 10 * time.Second

// BrokenError is what a request ends in whose answer cannot be what was asked
// for: a broken connection or a proxy gave something in its place.
type BrokenError struct {
	// Says is the sentence.
	Says string
}

// Error is the sentence.
func (e *BrokenError) Error() string { return e.Says }

// Call makes a request, and makes it again where that may help: after a fault
// of the server, a broken connection, a request to wait a little. It does not
// begin to wait for longer than the context lasts.
func (c *Client) Call(ctx context.Context, request func() error) (err error) {
	pause := c.pause
	for attempt := 1; ; attempt++ {
		if err = request(); err == nil || ctx.Err() != nil {
			return err
		}
		wait, again := retriable(err)
		wait = max(wait, pause)
		if !again || attempt == attempts || !lasts(ctx, wait) {
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

// triedError counts the requests that an error took.
type triedError struct {
	error
	times int
}

// Unwrap is the error of the last request.
func (e *triedError) Unwrap() error { return e.error }

// inARow says how often a request was made in vain; "" for once.
func inARow(err error) string {
	if tried, ok := errors.AsType[*triedError](err); ok && tried.times > 1 {
		return fmt.Sprintf(", %d times in a row", tried.times)
	}
	return ""
}

func lasts(ctx context.Context, wait time.Duration) bool {
	end, ends := ctx.Deadline()
	return !ends || time.Until(end) > wait
}

// retriable reports whether a request may go better next time, and how long to
// wait for that at least.
func retriable(err error) (wait time.Duration, again bool) {
	if used, ok := usedUp(err); ok {
		// The reset is a whole second, and the server's clock is another one.
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

// isBroken reports whether an answer came in part, or not at all. A host that
// cannot be found or reached is not tried again: that is a matter of the user's
// network, and should be said at once.
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
	_, connection := errors.AsType[*net.OpError](err) // in the middle of a body
	return network || connection
}

// IsNotFound reports whether GitHub knows nothing of what was asked for.
func IsNotFound(err error) bool { return hasStatus(err, http.StatusNotFound) }

// IsNotModified reports whether GitHub says that what the caller has is still
// right. Such an answer is free where the request had a token.
func IsNotModified(err error) bool { return hasStatus(err, http.StatusNotModified) }

func hasStatus(err error, status int) bool {
	answer, ok := errors.AsType[*github.ErrorResponse](err)
	return ok && answer.Response.StatusCode == status
}
