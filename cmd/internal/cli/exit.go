package cli

import (
	"context"
	"errors"
	"fmt"
)

// The exit codes, the same in every output format.
const (
	exitOK         = 0 // nothing at or above --fail-on
	exitFailure    = 1 // the job could not be done
	exitUsage      = 2 // the command line is wrong
	exitFindings   = 3 // findings at or above --fail-on
	exitIncomplete = 4 // something could not be read, and no finding crosses
	// 130 and 143 are those of an interruption.
)

// usageError is a mistake on the command line.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

// asUsage makes an error a mistake on the command line.
func asUsage(err error) error { return usageError{err} }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// verdict is an exit code that is an answer, not a failure: the report has been
// written. Its text, if any, goes to stderr.
type verdict struct {
	code int
	text string
}

func (v verdict) Error() string { return v.text }

// exitCode tells the code of a command's error.
func exitCode(err error) int {
	var v verdict
	var i interruption
	var u usageError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &v):
		return v.code
	case errors.As(err, &i):
		return i.code()
	case errors.As(err, &u):
		return exitUsage
	default:
		return exitFailure
	}
}

// errorText is what stderr says of an error.
func errorText(err error) string {
	var v verdict
	switch {
	case errors.As(err, &v):
		return v.text
	case errors.Is(err, context.Canceled):
		return "interrupted"
	default:
		return err.Error()
	}
}
