package reader

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// keyCheck looks for a key that is repeated in a map with another value. One is enough to put the
// document in doubt.
type keyCheck struct {
	// first and second are nodes with the same key; second is 0 if there are none.
	first, second int
	// unique: a key may not be repeated with the same value either.
	unique bool
	order  []int32
}

func (k *keyCheck) reset() { k.first, k.second = 0, 0 }

// keySet is a summary of the keys of a map. For most maps it shows that no two keys are equal.
type keySet struct {
	count int
	// seen has a bit for each combination of length, first and last byte of a key. again says that
	// two keys have the same bit.
	seen  uint64
	again bool
}

func (s *keySet) add(key string) {
	s.count++
	n := len(key)
	if n > 0 {
		n = n<<3 + int(key[0]) + int(key[n-1])<<1
	}
	bit := uint64(1) << (n & 63)
	s.again = s.again || s.seen&bit != 0
	s.seen |= bit
}

// few is the number of keys up to which each is compared with each.
const few = 8

// look checks a map with these keys.
func (k *keyCheck) look(nodes []tree.Node, at int, keys keySet) {
	if !keys.again || k.second > 0 {
		return
	}
	if keys.count > few {
		k.sorted(nodes, at)
		return
	}
	for a := at + 1; a < int(nodes[at].After); a = int(nodes[a].After) {
		key := nodes[a].Key
		for b := int(nodes[a].After); b < int(nodes[at].After); b = int(nodes[b].After) {
			if nodes[b].Key == key && (k.unique || !same(nodes, a, b)) {
				k.first, k.second = a, b
				return
			}
		}
	}
}

func (k *keyCheck) sorted(nodes []tree.Node, at int) {
	k.order = k.order[:0]
	for a := at + 1; a < int(nodes[at].After); a = int(nodes[a].After) {
		k.order = append(k.order, int32(a))
	}
	slices.SortFunc(k.order, func(a, b int32) int {
		return cmp.Or(strings.Compare(nodes[a].Key, nodes[b].Key), cmp.Compare(a, b))
	})
	for i, b := range k.order[1:] {
		if a := int(k.order[i]); nodes[a].Key == nodes[b].Key && (k.unique || !same(nodes, a, int(b))) {
			k.first, k.second = a, int(b)
			return
		}
	}
}

// same reports whether two values are equal, including their descendants.
func same(nodes []tree.Node, a, b int) bool {
	size := int(nodes[a].After) - a
	if int(nodes[b].After)-b != size {
		return false
	}
	for i := range size {
		x, y := &nodes[a+i], &nodes[b+i]
		if x.Kind != y.Kind || x.Value != y.Value || x.Key != y.Key || int(x.After)-a != int(y.After)-b {
			return false
		}
	}
	return true
}
