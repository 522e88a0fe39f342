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

// hourly is the limit of the hour, once it is used up.
type hourly struct {
	limit int
	reset time.Time
}

// usedUp reads the limit of the hour from the answer that it made. GitHub may
// answer 403 or 429; go-github knows only the first.
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

// retryAfter is how long GitHub asks to wait before the next request, where it
// says so for another reason than the limit of the hour; 0 where it does not say
// how long.
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
		// Without the header, only the status or the words tell.
		return 0, answer.Response.StatusCode == http.StatusTooManyRequests || strings.Contains(answer.Message, "secondary rate limit")
	}
	return time.Duration(seconds) * time.Second, true
}

func limited(err error) (*github.ErrorResponse, bool) {
	answer, ok := errors.AsType[*github.ErrorResponse](err)
	return answer, ok && (answer.Response.StatusCode == http.StatusForbidden || answer.Response.StatusCode == http.StatusTooManyRequests)
}
