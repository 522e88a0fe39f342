package terminal

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// Grace is how long a command may take to end after the first signal. After that, the process
// exits, also if a read, a write or a computation does not return.
const Grace = time.Second

// SignalError is the signal that ended a run.
type SignalError struct{ signal os.Signal }

// Error implements error.
func (i SignalError) Error() string {
	if i.signal == syscall.SIGTERM {
		return "terminated"
	}
	return "interrupted"
}

// code returns the exit code that a shell shows for a program that a signal ended: 128 plus the
// number of the signal (POSIX.1-2017, Shell Command Language, 2.8.2).
func (i SignalError) code() int {
	const bySignal = 128
	if number, ok := i.signal.(syscall.Signal); ok {
		return bySignal + int(number)
	}
	return bySignal + int(syscall.SIGINT)
}

// Ending ends a run on a signal. The zero value never does.
type Ending struct {
	mu    sync.Mutex
	why   error
	said  bool
	held  int
	hooks map[*func()]bool
	// signals is the channel that signals are sent to; nil if nothing listens for them.
	signals chan<- os.Signal
}

// Err returns the signal that ended the run, or nil. What was read after the signal can be
// incomplete, so no report is written.
func (e *Ending) Err() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.why
}

// Say reports whether the end must still be reported, and marks it as reported. The run and
// Interruptible can both come to that point.
func (e *Ending) Say() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	first := !e.said
	e.said = true
	return first
}

// hold leaves SIGINT to another program on the same terminal, until release is called.
func (e *Ending) hold() (release func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.held++
	return func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.held--
	}
}

// ignore makes the system drop SIGINT while another program runs on the same terminal, until resume
// is called. Otherwise a signal sent meanwhile could be received after release. It must be called
// after that program has started, because a child process inherits ignored signals.
func (e *Ending) ignore() (resume func()) {
	if e.signals == nil {
		return func() {}
	}
	signal.Ignore(os.Interrupt)
	return func() { signal.Notify(e.signals, os.Interrupt) }
}

// First registers a function that is called at once when a signal ends the run. forget removes it.
func (e *Ending) First(do func()) (forget func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.hooks == nil {
		e.hooks = map[*func()]bool{}
	}
	e.hooks[&do] = true
	return func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		delete(e.hooks, &do)
	}
}

// end ends the run, unless the signal is for another program. It cancels the context first:
// operations that the hooks stop then fail because of the signal, and the run must be able to tell.
func (e *Ending) end(s os.Signal, cancel context.CancelCauseFunc) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.held > 0 && s == os.Interrupt {
		return false
	}
	e.why = SignalError{s}
	cancel(e.why)
	for do := range e.hooks {
		(*do)()
	}
	return true
}

// Interruptible runs a program with a context that the first SIGINT or SIGTERM cancels. After a
// second signal, or the grace period, it does not wait for the program.
func Interruptible(streams Streams, grace time.Duration, program func(ctx context.Context) int) (code int) {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	streams.Ending.signals = signals
	done := make(chan int, 1)
	go func() { done <- program(ctx) }()
	var why SignalError
	for why.signal == nil {
		select {
		case code := <-done:
			return code
		case got := <-signals:
			if streams.Ending.end(got, cancel) {
				why.signal = got
			}
		}
	}
	select {
	case code := <-done:
		return code
	case <-signals:
	case <-time.After(grace):
	}
	if streams.Ending.Say() {
		lastWord(streams, why)
		return why.code()
	}
	select {
	case <-done:
	case <-time.After(grace / 10):
	}
	return why.code()
}

// lastWord writes why the process ends. It does not wait long: stderr can be a pipe that nobody
// reads.
func lastWord(streams Streams, why error) {
	said := make(chan struct{})
	go func() {
		defer close(said)
		if IsTerminal(streams.Err) {
			fmt.Fprint(streams.Err, eraseLine) // the progress line
		}
		fmt.Fprintln(streams.Err, "kubedelta:", why)
	}()
	select {
	case <-said:
	case <-time.After(Grace / 10):
	}
}

// Interrupted returns the error of a run: the signal if one ended the run, unless the error has its
// exit code already.
func Interrupted(ctx context.Context, err error) error {
	why, ok := errors.AsType[SignalError](context.Cause(ctx))
	if !ok || ExitCode(err) == why.code() {
		return err
	}
	return why
}
