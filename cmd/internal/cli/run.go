package cli

import (
	"context"
	"os"
	"runtime/debug"
	"time"
)

// Run is the whole program, with the streams, the arguments and the signals of this
// process. Tests run it too, in a process of its own.
func Run() int { return run(grace) }

// run gives a command that a signal ends as much time to end by itself.
func run(grace time.Duration) int {
	if os.Getenv("GOGC") == "" {
		// What lives is small and most of what is made dies at once: collecting more
		// often costs a tenth of a scan's CPU time, and takes 3 of 42 MB off one of
		// 2,000 files, 18 of 98 MB off one of a file of 200 MB.
		debug.SetGCPercent(40)
	}
	streams := Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, ending: &ending{}}
	return interruptible(streams, grace, func(ctx context.Context) int { return Main(ctx, os.Args, streams) })
}
