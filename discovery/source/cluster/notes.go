package cluster

import (
	"strings"
	"sync"
)

// maxNotes limits the warnings that a server can cause.
const maxNotes = 50

// notes passes each warning on once.
type notes struct {
	mu    sync.Mutex
	said  map[string]bool
	warnf func(format string, args ...any)
}

func (n *notes) warn(text string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.warnf == nil || n.said[text] || len(n.said) >= maxNotes {
		return
	}
	n.said[text] = true
	n.warnf("%s", printable(text))
}

// printable replaces control characters: warnings quote the server.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return ' '
		}
		return r
	}, s)
}
