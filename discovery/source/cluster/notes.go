package cluster

import (
	"strings"
	"sync"
)

// maxNotes bounds what a server can make us say.
const maxNotes = 50

// notes passes warnings on, each once.
type notes struct {
	mu    sync.Mutex
	said  map[string]bool
	warnf func(format string, args ...any)
}

func newNotes(warnf func(format string, args ...any)) *notes {
	return &notes{said: map[string]bool{}, warnf: warnf}
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

// printable replaces what could steer a terminal: warnings repeat what a server
// wrote.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return ' '
		}
		return r
	}, s)
}
