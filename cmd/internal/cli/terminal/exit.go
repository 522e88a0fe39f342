package terminal

import (
	"context"
	"errors"
	"fmt"

	"github.com/kubedelta/kubedelta/report/envelope"
)

// ExitUsage is the exit code for a wrong command line. Package envelope has the others, except those of
// signals.
const ExitUsage = 2

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
		return envelope.CodePass
	case errors.As(err, &v):
		return v.Code
	case errors.As(err, &i):
		return i.code()
	case errors.As(err, &u):
		return ExitUsage
	default:
		return envelope.CodeError
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
