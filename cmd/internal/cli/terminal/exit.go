package terminal

import (
	"context"
	"errors"
	"fmt"
)

// The exit codes are the same for every output format. A run that a signal ends has 130 or 143.
const (
	exitOK         = 0 // no finding at or above --fail-on
	exitFailure    = 1 // the command failed
	ExitUsage      = 2 // the command line is wrong
	exitFindings   = 3 // findings at or above --fail-on
	ExitIncomplete = 4 // something could not be read, and no finding is at or above --fail-on
)

type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

// Usage marks an error as a mistake on the command line.
func Usage(err error) error { return usageError{err} }

// Usagef returns an error for a mistake on the command line.
func Usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// ExitError is an exit code that is a result, not a failure: the report was written. The text, if
// any, is written to stderr.
type ExitError struct {
	Code int
	Text string
}

// Error implements error.
func (v ExitError) Error() string { return v.Text }

// ExitCode returns the exit code for a command's error.
func ExitCode(err error) int {
	var v ExitError
	var i SignalError
	var u usageError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &v):
		return v.Code
	case errors.As(err, &i):
		return i.code()
	case errors.As(err, &u):
		return ExitUsage
	default:
		return exitFailure
	}
}

// ErrorText returns the text that is written to stderr for an error.
func ErrorText(err error) string {
	var v ExitError
	switch {
	case errors.As(err, &v):
		return v.Text
	case errors.Is(err, context.Canceled):
		return "interrupted"
	default:
		return err.Error()
	}
}
