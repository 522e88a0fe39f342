package cluster

import (
	"context"
	"net/http"
	"strconv"
	"time"
)

const (
	// tries bounds the tries of a request whose failure may pass; triesAsked
	// those where the server itself said when to come back.
	tries      = 4
	triesAsked = 10
	// firstPause is doubled from try to try. There is no jitter: the requests
	// in flight are few, and a run can be told again.
	firstPause = 250 * time.Millisecond
)

// get makes a request until it succeeds, fails for good, or time is up.
func (r *recording) get(ctx context.Context, req request) (response, *requestError) {
	delay := firstPause
	for try := 1; ; try++ {
		out, f := r.attempt(ctx, req)
		if f == nil || !r.client.worthwhile(f, try) {
			return out, f
		}
		wait := delay
		delay *= 2
		if f.wait > 0 {
			wait = f.wait
		}
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

// worthwhile reports whether a request may succeed after it failed.
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

// retryAfter reads the header of that name: seconds, or a date. 0 is none.
func (c *Client) retryAfter(header string) time.Duration {
	if seconds, err := strconv.ParseUint(header, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if date, err := http.ParseTime(header); err == nil {
		return max(0, date.Sub(c.now()))
	}
	return 0
}

// slots bounds the requests in flight.
type slots chan struct{}

func (s slots) acquire(ctx context.Context) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	select {
	case s <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s slots) release() { <-s }
