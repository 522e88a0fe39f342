package plan

import (
	"slices"
	"strconv"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/check"
)

// occurrence is an item at the hop where it must be dealt with.
type occurrence struct {
	hop    int
	result *Result
	item   preflight.Item
	need   Need
}

// see records what a check found for a hop. An item that is found for several hops is placed at the
// first hop that needs it most: a version that is deprecated now and removed in three hops is
// placed before the third hop, once.
func (m *maker) see(hop int, r *Result, items []preflight.Item) {
	alike := map[string]int{}
	for _, i := range items {
		i.Ordinal = 0
		same := Sealed(r.Check.ID, discovery.Release{}, &i) // not the message, which names the hop
		i.Ordinal = alike[same]
		alike[same]++
		key := same + "+" + strconv.Itoa(i.Ordinal)
		i.Fingerprint = Sealed(r.Check.ID, m.in.To, &i)
		found := occurrence{hop: hop, result: r, item: i, need: needOf(&r.Check, &i)}
		known := m.seen[key]
		if known == nil {
			m.seen[key] = &found
			m.order = append(m.order, &found)
		} else if slices.Index(Needs(), found.need) < slices.Index(Needs(), known.need) {
			*known = found
		}
	}
}

func needOf(c *preflight.Check, i *preflight.Item) Need {
	switch {
	case c.Required && (i.Blocks() || i.Doubts()):
		return Must
	case i.Blocks(), i.Doubts(), c.ID == check.UrgentNotes, c.ID == check.KnownIssues: // notes are to be read before the hop
		return Should
	default:
		return CanWait
	}
}

// place returns the hop and stage of an item. What concerns drains is placed at the hop in which
// nodes are upgraded, because an upgrade of the control plane drains no node. What concerns
// kube-proxy is also due when only kube-proxy is upgraded, which drains no node either.
func (m *maker) place(phase preflight.Phase, component string, hop int) (at int, stage Stage) {
	if phase != preflight.NodeDrain {
		return hop, Before
	}
	for at = hop; at < len(m.hops); at++ {
		if m.moves[at] || component == kubeProxy && m.proxyMoves[at] {
			return at, Before
		}
	}
	return len(m.hops) - 1, After
}
