//go:build unix

package terminal

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"testing"
)

// TestSignalEndsTheRunFirst checks that a run knows about the signal before what the signal stops,
// such as a server, fails. Otherwise the run would end as failed.
func TestSignalEndsTheRunFirst(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	var cause error
	e := &Ending{}
	e.First(func() { cause = context.Cause(ctx) })
	if !e.end(syscall.SIGTERM, cancel) || !errors.Is(cause, SignalError{syscall.SIGTERM}) {
		t.Errorf("a hook ran while the cause of the run's end was %v", cause)
	}
}

// TestSignalOfThePager checks that the system drops Ctrl-C in a pager, so that it cannot end the
// run after the pager has ended, however late the run handles it.
func TestSignalOfThePager(t *testing.T) {
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	e := &Ending{signals: signals}
	resume := e.ignore()
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		if s == syscall.SIGTERM {
			resume()
		}
		if err := syscall.Kill(os.Getpid(), s); err != nil {
			t.Fatal(err)
		}
	}
	if got := <-signals; got != syscall.SIGTERM {
		t.Errorf("%v came, which was the pager's", got)
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if got := <-signals; got != os.Interrupt {
		t.Errorf("%v came, not the interrupt behind the pager", got)
	}
}
