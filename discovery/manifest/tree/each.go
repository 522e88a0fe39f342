package tree

import "iter"

// Each ranges over the children of a map or list, in order. It ranges over none if i is -1 or a
// scalar.
func (t *Tree) Each(i int) iter.Seq[int] {
	return func(yield func(int) bool) {
		if i < 0 {
			return
		}
		for c := i + 1; c < int(t.Nodes[i].After); c = int(t.Nodes[c].After) {
			if !yield(c) {
				return
			}
		}
	}
}
