package cli

import (
	"context"
	"crypto/ed25519"
	"os"
	"time"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/heap"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
)

// Streams are the input and the outputs of a run.
type Streams = terminal.Streams

// Run is the whole program, with the streams, the arguments and the signals of this
// process. Tests run it too, in a process of its own.
func Run() int { return run(terminal.Grace, nil) }

// run gives a command that a signal ends as much time to end by itself.
func run(grace time.Duration, keys []ed25519.PublicKey) int {
	heap.Bound()
	streams := terminal.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Ending: &terminal.Ending{}, Keys: keys}
	return terminal.Interruptible(streams, grace, func(ctx context.Context) int { return Main(ctx, os.Args, streams) })
}
