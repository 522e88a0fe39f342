package cli

import (
	"context"
	"syscall"
	"testing"
)

// TestSignalEndsTheRunFirst: what a signal stops, such as a server, fails because of it. A
// run that learned of the failure before it learned of the signal would end as a failure.
func TestSignalEndsTheRunFirst(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	var cause error
	e := &ending{}
	e.first(func() { cause = context.Cause(ctx) })
	if !e.end(syscall.SIGTERM, cancel) || cause != (interruption{syscall.SIGTERM}) {
		t.Errorf("a hook ran while the cause of the run's end was %v", cause)
	}
}
