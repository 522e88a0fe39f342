package reader

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// keyCheck looks for keys that stand twice in a map. The first is enough: a
// document with one is in doubt.
type keyCheck struct {
	// first and second are nodes with the same key; second is 0 where there are none.
	first, second int
	order         []int32
}

func (k *keyCheck) reset() { k.first, k.second = 0, 0 }

// few is how many keys are compared each with each.
const few = 8

// look looks at the map at, which has so many entries.
func (k *keyCheck) look(nodes []tree.Node, at, count int) {
	if count < 2 || k.second > 0 {
		return
	}
	if count > few {
		k.sorted(nodes, at)
		return
	}
	for a := at + 1; a < int(nodes[at].After); a = int(nodes[a].After) {
		key := nodes[a].Key
		for b := int(nodes[a].After); b < int(nodes[at].After); b = int(nodes[b].After) {
			if nodes[b].Key == key {
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
		if a := k.order[i]; nodes[a].Key == nodes[b].Key {
			k.first, k.second = int(a), int(b)
			return
		}
	}
}
