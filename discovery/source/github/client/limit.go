package client

import (
	"cmp"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/google/go-github/v58/github"
)

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
