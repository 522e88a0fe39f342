package secret

import (
	"slices"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/order"
)

// Hidden is what must not be quoted of one document. Its memory is reused for the next.
type Hidden struct {
	nodes  []int32
	ranges []span
	// elsewhere: some of it is at an unknown place of the document, such as behind an alias.
	elsewhere bool
}

type span struct{ start, end int }

// Look finds what must not be quoted in a node. The node is the root of a document, or an object.
// ofSecret: it is a Secret even if it does not have its kind, as in a typed list.
func (h *Hidden) Look(t *tree.Tree, node int, ofSecret bool) {
	h.nodes, h.ranges, h.elsewhere = h.nodes[:0], h.ranges[:0], false
	if node < 0 || node >= len(t.Nodes) {
		return
	}
	l := look{h: h, t: t}
	if ofSecret {
		l.object(node)
	} else {
		l.value(node, open)
	}
	order.By(h.ranges, func(a, b span) int { return a.start - b.start })
}

// Any reports whether there is anything to hide.
func (h *Hidden) Any() bool { return len(h.nodes) > 0 }

// Elsewhere reports whether some of it is at an unknown place.
func (h *Hidden) Elsewhere() bool { return h.elsewhere }

// Node reports whether the value of a node must not be quoted.
func (h *Hidden) Node(node int) bool {
	_, found := slices.BinarySearch(h.nodes, int32(node)) //nolint:gosec // a tree has fewer nodes than that
	return found
}

// Within reports whether any node from first up to, but not including, behind is hidden.
func (h *Hidden) Within(first, behind int) bool {
	i, _ := slices.BinarySearch(h.nodes, int32(first)) //nolint:gosec // a tree has fewer nodes than that
	return i < len(h.nodes) && int(h.nodes[i]) < behind
}

// Around is the range around an offset of the file that may be quoted, within begin and end. It is
// empty if the offset itself is hidden.
func (h *Hidden) Around(at, begin, end int) (from, to int) {
	if h.elsewhere {
		return at, at
	}
	i, _ := slices.BinarySearchFunc(h.ranges, at, func(s span, at int) int {
		if s.end <= at {
			return -1
		}
		return 1
	})
	if i > 0 {
		begin = max(begin, h.ranges[i-1].end)
	}
	if i < len(h.ranges) {
		if h.ranges[i].start <= at {
			return at, at
		}
		end = min(end, h.ranges[i].start)
	}
	return min(begin, at), max(end, at)
}

// Ranges calls visit with the offsets of everything that is hidden.
func (h *Hidden) Ranges(visit func(start, end int)) {
	for _, s := range h.ranges {
		visit(s.start, s.end)
	}
}

func (h *Hidden) hide(t *tree.Tree, node int) {
	n := &t.Nodes[node]
	if n.Kind == tree.Map || n.Kind == tree.List || n.Kind == tree.Null || n.Value == "" {
		return
	}
	h.nodes = append(h.nodes, int32(node)) //nolint:gosec // a tree has fewer nodes than that
	if n.Start < 0 || n.End <= n.Start {
		h.elsewhere = true
		return
	}
	h.ranges = append(h.ranges, span{int(n.Start), int(n.End)})
}
