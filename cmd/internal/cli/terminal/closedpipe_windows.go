package terminal

import "syscall"

// isClosedPipe reports ERROR_NO_DATA and ERROR_BROKEN_PIPE, the errors of Windows for a pipe whose
// reader is gone.
func isClosedPipe(number syscall.Errno) bool {
	const noData = syscall.Errno(232)
	return number == noData || number == syscall.ERROR_BROKEN_PIPE
}
