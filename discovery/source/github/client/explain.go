package client

import (
	"bytes"
	"context"
	"encoding/json" // used by go-github
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/go-github/v58/github"

	"github.com/kubedelta/kubedelta/discovery/phrase"
)

// ErrTimeout is the cause of a context that [WithTimeout] or [WithDeadline] ended.
var ErrTimeout = errors.New("reading took too long")

// WithTimeout limits a reading. [Client.Sentence] explains when the limit was reached.
func WithTimeout(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, limit, timeoutCause(limit))
}

// WithDeadline limits a reading by a deadline that it shares with others. limit is the duration in
// the error.
func WithDeadline(ctx context.Context, end time.Time, limit time.Duration) (context.Context, context.CancelFunc) {
	return context.WithDeadlineCause(ctx, end, timeoutCause(limit))
}

func timeoutCause(limit time.Duration) error {
	return fmt.Errorf("%w: more than %s", ErrTimeout, limit)
}

// RateLimitError reports that the hourly rate limit is used up.
type RateLimitError struct{ said string }

// Error returns the message.
func (e *RateLimitError) Error() string { return e.said }

// raiseLimit is the advice for requests without a token.
const raiseLimit = "set GITHUB_TOKEN or GH_TOKEN to a token (of any account, without scopes) for 5,000 an hour"

// Redact removes the token from the text of an error, which may quote a response.
func (c *Client) Redact(err error) error {
	if c.token != "" && strings.Contains(err.Error(), c.token) {
		return errors.New(strings.ReplaceAll(err.Error(), c.token, "(token)"))
	}
	return err
}

// Holds reports whether data contain the token. Such data must not be stored.
func (c *Client) Holds(data []byte) bool {
	return c.token != "" && bytes.Contains(data, []byte(c.token))
}

// Sentence converts the error of a [Client.Call] to a message that says what to do.
func (c *Client) Sentence(ctx context.Context, err error) error {
	if timedOut := context.Cause(ctx); errors.Is(timedOut, ErrTimeout) {
		return timedOut
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if used, ok := usedUp(err); ok {
		return c.rateSentence(used)
	}
	if after, limited := retryAfter(err); limited {
		const asks = "GitHub asks for a pause%s after too many requests at once (its secondary rate limit); try again %s"
		if after <= 0 {
			return fmt.Errorf(asks, "", "in some minutes")
		}
		return fmt.Errorf(asks, " of "+after.Round(time.Second).String(), "then")
	}
	if answer, ok := errors.AsType[*github.ErrorResponse](err); ok {
		return answerSentence(answer, inARow(err))
	}
	if errors.Is(err, errRedirect) {
		return fmt.Errorf("GitHub redirected the request to another host, which is not followed: %w", err)
	}
	if _, html := errors.AsType[*json.SyntaxError](err); html {
		return errors.New("the response of GitHub is not JSON; it may be the page of a proxy")
	}
	_, form := errors.AsType[*json.UnmarshalTypeError](err)
	if _, date := errors.AsType[*time.ParseError](err); form || date {
		return errors.New("the response of GitHub is not as expected: a value has a different type; it may be the response of a proxy")
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("the response of GitHub ended early%s; try again later, and check whether a proxy truncates responses", inARow(err))
	}
	if network, ok := errors.AsType[*url.Error](err); ok && !errors.Is(err, ErrTooLarge) {
		return Unreachable(c.Host(), network)
	}
	return err
}

func (c *Client) rateSentence(used hourly) error {
	said := fmt.Sprintf("GitHub's rate limit of %d requests an hour is exhausted until %s", used.limit, used.reset.UTC().Format("15:04 UTC"))
	if wait := time.Until(used.reset).Round(time.Minute); wait > 0 {
		said += fmt.Sprintf(" (for %d min)", int(wait.Minutes()))
	}
	if c.token == "" {
		said += "; " + raiseLimit + ", or try again then"
	} else {
		said += ", with the current token; try again then"
	}
	return &RateLimitError{said}
}

func answerSentence(answer *github.ErrorResponse, inARow string) error {
	code := answer.Response.StatusCode
	status := fmt.Sprintf("%d %s", code, http.StatusText(code))
	switch {
	case code == http.StatusUnauthorized:
		return errors.New("GitHub rejected the token: it is wrong, revoked or expired; correct or unset GITHUB_TOKEN and GH_TOKEN")
	case code >= http.StatusInternalServerError:
		return fmt.Errorf("GitHub returned %s%s; try again later", status, inARow)
	case answer.Message != "":
		return fmt.Errorf("GitHub returned %s: %s", status, Clip(answer.Message))
	default:
		return fmt.Errorf("GitHub returned %s", status)
	}
}

// Unreachable describes a failed request to a host, without its method and URL.
func Unreachable(host string, err *url.Error) error {
	if dns, ok := errors.AsType[*net.DNSError](err); ok {
		return fmt.Errorf("%s cannot be reached: its name cannot be resolved: %s", host, dns.Err)
	}
	return fmt.Errorf("%s cannot be reached: %w", host, err.Err)
}

// Clip shortens an untrusted text for a message.
func Clip(s string) string { return phrase.Clip(s, 200) }
