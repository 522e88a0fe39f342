package cli

import (
	"crypto/ed25519"
	"time"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
)

// Sharing gives streams to runs that share a catalog.
func Sharing(s terminal.Streams, c *catalog.Catalog) terminal.Streams {
	s.Catalog = c
	return s
}

// RunHastily is Run for tests of what is stuck: they need not wait for the time of
// grace.
func RunHastily() int { return run(time.Millisecond, nil) }

// RunTrusting is Run that also takes data sets that are signed with the key of the
// fixtures.
func RunTrusting(key ed25519.PublicKey) func() int {
	return func() int { return run(terminal.Grace, []ed25519.PublicKey{key}) }
}

// RunPatiently is Run for tests of what ends a command: it waits an hour for it to
// end by itself, so that no time of grace does.
func RunPatiently() int { return run(time.Hour, nil) }
