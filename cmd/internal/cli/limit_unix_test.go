//go:build unix

package cli_test

import "syscall"

// limitProcessor ends this process when it has used 30 s of CPU time. All commands
// are meant to be fast, the more so where the input is hostile; how long they wait
// for a processor does not count.
func limitProcessor() {
	if err := syscall.Setrlimit(syscall.RLIMIT_CPU, &syscall.Rlimit{Cur: 30, Max: 30}); err != nil {
		panic(err)
	}
}
