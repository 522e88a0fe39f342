package cli

import (
	"context"
	"crypto/ed25519"
	"os"
	"time"
)

// Run is the whole program, with the streams, the arguments and the signals of this
// process. Tests run it too, in a process of its own.
func Run() int { return run(grace, nil) }

// run gives a command that a signal ends as much time to end by itself.
func run(grace time.Duration, keys []ed25519.PublicKey) int {
	boundHeap()
	streams := Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, ending: &ending{}, keys: keys}
	return interruptible(streams, grace, func(ctx context.Context) int { return Main(ctx, os.Args, streams) })
}
