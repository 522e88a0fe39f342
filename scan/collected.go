package scan

import (
	"slices"

	"github.com/kubedelta/kubedelta/scan/finding"
)

// collected gathers findings in pieces: a slice that grows leaves five times its
// size behind.
type collected struct {
	pieces [][]finding.Finding
}

// piece is how many findings lie in one.
const piece = 256

// add takes the findings of a file. Those of a large one it keeps as they are;
// the others are copied, so that their memory can be used again.
func (c *collected) add(findings []finding.Finding) {
	if cap(findings) > keptFindings {
		c.pieces = append(c.pieces, findings)
		return
	}
	for len(findings) > 0 {
		last := len(c.pieces) - 1
		if last < 0 || len(c.pieces[last]) == cap(c.pieces[last]) || cap(c.pieces[last]) != piece {
			c.pieces = append(c.pieces, make([]finding.Finding, 0, piece))
			last++
		}
		to := c.pieces[last]
		n := min(cap(to)-len(to), len(findings))
		c.pieces[last] = append(to, findings[:n]...)
		findings = findings[n:]
	}
}

func (c *collected) all() []finding.Finding {
	if len(c.pieces) == 1 {
		return c.pieces[0]
	}
	return slices.Concat(c.pieces...)
}
