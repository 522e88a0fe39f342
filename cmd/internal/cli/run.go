package cli

import (
	"context"
	"crypto/ed25519"
	"os"
	"time"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/heap"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
)

// Streams are the input and outputs of a run.
type Streams = terminal.Streams

// Run is the complete program, with the streams, arguments and signals of this process. Tests also
// run it, in a process of its own.
func Run() int { return run(terminal.Grace, nil) }

// run runs the program. After a signal, it waits for the grace period. keys are more keys that sign
// data sets.
func run(grace time.Duration, keys []ed25519.PublicKey) int {
	heap.Bound()
	streams := terminal.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Ending: &terminal.Ending{}, Keys: keys}
	return terminal.Interruptible(streams, grace, func(ctx context.Context) int { return Main(ctx, os.Args, streams) })
}
