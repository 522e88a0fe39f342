//go:build !windows

package terminal

import "syscall"

// isClosedPipe reports other errors than EPIPE for a pipe without a reader. This system has none.
func isClosedPipe(syscall.Errno) bool { return false }
