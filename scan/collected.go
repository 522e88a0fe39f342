package scan

import (
	"slices"

	"github.com/kubedelta/kubedelta/scan/finding"
)

// collected gathers findings in pieces: a slice that grows leaves five times its
// size behind.
type collected struct {
	pieces [][]finding.Finding
	// open: the last piece was made here, and may have room.
	open bool
}

// piece is how many findings lie in one. If the first is full it grows to largePiece, which
// is all that most scans need: then nothing is copied at the end.
const (
	piece      = 256
	largePiece = 8192
)

// add takes the findings of a file. Those of a large one it keeps as they are;
// the others are copied, so that their memory can be used again.
func (c *collected) add(findings []finding.Finding) {
	if cap(findings) > keptFindings {
		c.pieces, c.open = append(c.pieces, findings), false
		return
	}
	for len(findings) > 0 {
		c.makeRoom()
		to := &c.pieces[len(c.pieces)-1]
		n := min(cap(*to)-len(*to), len(findings))
		*to = append(*to, findings[:n]...)
		findings = findings[n:]
	}
}

// makeRoom makes the last piece one that has room.
func (c *collected) makeRoom() {
	last := len(c.pieces) - 1
	switch {
	case c.open && len(c.pieces[last]) < cap(c.pieces[last]):
	case c.open && last == 0 && cap(c.pieces[0]) == piece:
		c.pieces[0] = append(make([]finding.Finding, 0, largePiece), c.pieces[0]...)
	default:
		c.pieces, c.open = append(c.pieces, make([]finding.Finding, 0, piece)), true
	}
}

func (c *collected) all() []finding.Finding {
	if len(c.pieces) == 1 {
		return c.pieces[0]
	}
	return slices.Concat(c.pieces...)
}
