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

// Grace is how long a command has to end by itself after the first signal. What is
// stuck then, in a read, a write or a computation that asks no context, ends with
// the process.
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

// code is what a shell says of a program that a signal ended: 128 and the number of
// the signal (POSIX.1-2017, Shell Command Language, 2.8.2).
func (i SignalError) code() int {
	const bySignal = 128
	if number, ok := i.signal.(syscall.Signal); ok {
		return bySignal + int(number)
	}
	return bySignal + int(syscall.SIGINT)
}

// Ending is how a run ends before its time. Its zero value never does.
type Ending struct {
	mu    sync.Mutex
	why   error
	said  bool
	held  int
	hooks map[int]func()
	next  int
	// signals is where signals come from, nil where nothing listens to them.
	signals chan<- os.Signal
}

// Err is the signal that has ended the run, nil while it goes on. What was read
// after it may have holes, so that no report is written of it.
func (e *Ending) Err() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.why
}

// Say reports whether the end is still to be told of: the run and who no longer waits for
// it can come to it at the same time.
func (e *Ending) Say() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	first := !e.said
	e.said = true
	return first
}

// hold leaves SIGINT to another program on the same terminal, until release.
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

// ignore has the system drop SIGINT while another program on the same terminal runs, until
// resume: one that comes while it runs could be seen after release otherwise. It is called
// when that program has started, which would ignore the signal too.
func (e *Ending) ignore() (resume func()) {
	if e.signals == nil {
		return func() {}
	}
	signal.Ignore(os.Interrupt)
	return func() { signal.Notify(e.signals, os.Interrupt) }
}

// First has something done at once when a signal ends the run, however that goes
// on; forget takes it back.
func (e *Ending) First(do func()) (forget func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.hooks == nil {
		e.hooks = map[int]func(){}
	}
	key := e.next
	e.hooks[key], e.next = do, e.next+1
	return func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		delete(e.hooks, key)
	}
}

// end ends the run, unless the signal is for another program. The run's context ends
// first: what the hooks stop fails because of the signal, and the run must know that.
func (e *Ending) end(s os.Signal, cancel context.CancelCauseFunc) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.held > 0 && s == os.Interrupt {
		return false
	}
	e.why = SignalError{s}
	cancel(e.why)
	for _, do := range e.hooks {
		do()
	}
	return true
}

// Interruptible runs a program whose context the first SIGINT or SIGTERM ends. After
// a second one, or the time of grace, it is not waited for.
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

// lastWord says why the process ends, unless that, too, would have to wait: standard
// error may be the pipe that nobody reads.
func lastWord(streams Streams, why error) {
	said := make(chan struct{})
	go func() {
		defer close(said)
		if IsTerminal(streams.Err) {
			fmt.Fprint(streams.Err, eraseLine) // the line of the progress
		}
		fmt.Fprintln(streams.Err, "kubedelta:", why)
	}()
	select {
	case <-said:
	case <-time.After(Grace / 10):
	}
}

// Interrupted makes the error of a run that a signal ended one that says so,
// whatever came of the run; an action has said it already.
func Interrupted(ctx context.Context, err error) error {
	why, ok := errors.AsType[SignalError](context.Cause(ctx))
	if !ok || ExitCode(err) == why.code() {
		return err
	}
	return why
}
