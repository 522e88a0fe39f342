package terminal

import "syscall"

// isClosedPipe tells ERROR_NO_DATA and ERROR_BROKEN_PIPE, which Windows says of a
// pipe whose reader is gone.
func isClosedPipe(number syscall.Errno) bool {
	const noData = syscall.Errno(232)
	return number == noData || number == syscall.ERROR_BROKEN_PIPE
}
