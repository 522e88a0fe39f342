package cli

import (
	"github.com/kubedelta/kubedelta/cmd/internal/config"
)

// loosened is what a found file takes from the answer of this run.
type loosened struct {
	list  []config.Loosening
	place config.Place
	// refused: no found file may, as in a step of GitHub Actions that does not allow it.
	refused bool
}

// text says it in a sentence, in which names may be masked; empty if it takes nothing.
func (l *loosened) text(masked bool) string { return config.Told(l.list, l.place, masked) }
