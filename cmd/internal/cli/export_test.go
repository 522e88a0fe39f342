package cli

import (
	"crypto/ed25519"
	"time"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
)

// Sharing returns streams for runs that share a catalog.
func Sharing(s terminal.Streams, c *catalog.Catalog) terminal.Streams {
	s.Catalog = c
	return s
}

// RunHastily is Run without a grace period, for tests of runs that do not end.
func RunHastily() int { return run(time.Millisecond, nil) }

// RunTrusting is Run that accepts data sets signed with this key.
func RunTrusting(key ed25519.PublicKey) func() int {
	return func() int { return run(terminal.Grace, []ed25519.PublicKey{key}) }
}

// RunPatiently is Run with a grace period of one hour, for tests of a second signal.
func RunPatiently() int { return run(time.Hour, nil) }
