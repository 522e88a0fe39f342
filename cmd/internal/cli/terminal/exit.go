package terminal

import (
	"context"
	"errors"
	"fmt"
)

// The exit codes, the same in every output format.
const (
	exitOK         = 0 // nothing at or above --fail-on
	exitFailure    = 1 // the job could not be done
	ExitUsage      = 2 // the command line is wrong
	exitFindings   = 3 // findings at or above --fail-on
	ExitIncomplete = 4 // something could not be read, and no finding crosses
	// 130 and 143 are those of an interruption.
)

// usageError is a mistake on the command line.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

// Usage makes an error a mistake on the command line.
func Usage(err error) error { return usageError{err} }

// Usagef is the error of a mistake on the command line.
func Usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// ExitError is an exit code that is an answer, not a failure: the report has been
// written. Its text, if any, goes to stderr.
type ExitError struct {
	Code int
	Text string
}

// Error implements error.
func (v ExitError) Error() string { return v.Text }

// ExitCode tells the code of a command's error.
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

// ErrorText is what stderr says of an error.
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
