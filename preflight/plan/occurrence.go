package plan

import (
	"slices"
	"strconv"

	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/check"
)

// occurrence is an item at the hop where it is to be dealt with.
type occurrence struct {
	hop   int
	check *preflight.Check
	item  preflight.Item
	need  Need
}

// see notes what a check found for a hop. The same item may be found for several:
// it stands at the first for which it is most needed, so that a version which is
// deprecated now and gone in three hops stands before the third, once.
func (m *maker) see(hop int, c *preflight.Check, items []preflight.Item) {
	alike := map[string]int{}
	for _, i := range items {
		key := identity(c.ID, &i)
		if n := alike[key]; n > 0 {
			i.Ordinal += n
			alike[key]++
			key += "+" + strconv.Itoa(n)
		} else {
			alike[key] = 1
		}
		i.Fingerprint = Sealed(c.ID, m.in.To, &i)
		found := occurrence{hop: hop, check: c, item: i, need: needOf(c, &i)}
		known := m.seen[key]
		if known == nil {
			m.seen[key] = &found
			m.order = append(m.order, &found)
		} else if stronger(found.need, known.need) {
			*known = found
		}
	}
}

// needOf says how much a hop needs an item done.
func needOf(c *preflight.Check, i *preflight.Item) Need {
	switch {
	case c.Required && (Blocks(i) || Doubts(i)):
		return Must
	case Blocks(i), Doubts(i), toRead(c):
		return Should
	default:
		return CanWait
	}
}

// toRead: what the check tells is to be read before the hop, not after.
func toRead(c *preflight.Check) bool { return c.ID == check.UrgentNotes || c.ID == check.KnownIssues }

func stronger(a, b Need) bool { return slices.Index(Needs(), a) < slices.Index(Needs(), b) }

// place moves what is about draining nodes to the hop in which nodes move: an
// upgrade of the control plane drains none.
func (m *maker) place(phase preflight.Phase, hop int) (at int, stage Stage) {
	if phase != preflight.NodeDrain {
		return hop, Before
	}
	for at = hop; at < len(m.hops); at++ {
		if m.moves[at] {
			return at, Before
		}
	}
	return len(m.hops) - 1, After
}
