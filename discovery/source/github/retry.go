package github

import (
	"context"
	"crypto/tls"
	"encoding/json" // go-github decodes with it
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/google/go-github/v58/github"
)

// attempts is how often a request is made before it counts as failed.
const attempts = 4

// patience is the longest that a request of GitHub to wait is obeyed. Whoever
// waits at a terminal is rather told.
const patience = 10 * time.Second

// errWrongBlob is what a broken connection or a proxy gives in place of a file.
var errWrongBlob = errors.New("what came is not the file of that name in git; a proxy may have put its own page there")

// call makes a request, and makes it again where that may help: after a fault
// of the server, a broken connection, a request to wait a little.
func (r *reader) call(ctx context.Context, request func() error) (err error) {
	pause := r.pause
	for attempt := 1; ; attempt++ {
		if err = request(); err == nil || ctx.Err() != nil {
			return err
		}
		wait, again := retriable(err)
		if !again || attempt == attempts {
			return err
		}
		select {
		case <-time.After(max(wait, pause)):
		case <-ctx.Done():
			return err
		}
		pause *= 2
	}
}

// retriable reports whether a request may go better next time, and how long to
// wait for that at least.
func retriable(err error) (wait time.Duration, again bool) {
	if after, limited := retryAfter(err); limited {
		return after, after > 0 && after <= patience
	}
	var rate *github.RateLimitError
	if errors.As(err, &rate) || errors.Is(err, errRedirect) || errors.Is(err, errTooLarge) {
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
	if errors.Is(err, errWrongBlob) || errors.Is(err, io.ErrUnexpectedEOF) {
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
	return network
}

// retryAfter is how long GitHub asks to wait before the next request, where it
// says so for another reason than the limit of the hour.
func retryAfter(err error) (time.Duration, bool) {
	if abuse, ok := errors.AsType[*github.AbuseRateLimitError](err); ok {
		if abuse.RetryAfter == nil {
			return 0, true
		}
		return *abuse.RetryAfter, true
	}
	answer, ok := errors.AsType[*github.ErrorResponse](err)
	if !ok || answer.Response.StatusCode != http.StatusForbidden && answer.Response.StatusCode != http.StatusTooManyRequests {
		return 0, false
	}
	seconds, err := strconv.Atoi(answer.Response.Header.Get("Retry-After"))
	return time.Duration(seconds) * time.Second, err == nil
}

func isNotFound(err error) bool {
	answer, ok := errors.AsType[*github.ErrorResponse](err)
	return ok && answer.Response.StatusCode == http.StatusNotFound
}
