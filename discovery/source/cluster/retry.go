package cluster

import (
	"cmp"
	"context"
	"net/http"
	"strconv"
	"time"
)

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
			f.problem += ", and the wait of " + wait.String() + " before the next try is longer than the time that is left"
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
