package scan

import (
	"slices"

	"github.com/kubedelta/kubedelta/scan/finding"
)

// collected collects findings in pieces, because a growing slice leaves five times its size as
// garbage.
type collected struct {
	pieces [][]finding.Finding
	// open: the last piece was allocated here, and may have room.
	open bool
}

// piece is the number of findings of a piece. The first one grows to largePiece when it is full.
// That is enough for most scans, so that nothing is copied at the end.
const (
	piece      = 256
	largePiece = 8192
)

// add adds the findings of a file. Those of a large file are kept as they are; others are copied,
// so that their memory can be reused.
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

// makeRoom makes sure that the last piece has room.
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
