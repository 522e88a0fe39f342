package checker

import (
	"iter"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// anyChild reports whether one of the first most entries of a map or list matches.
func anyChild(t *tree.Tree, node, most int, match func(child int) bool) bool {
	for c := range t.Each(node) {
		if most == 0 {
			return false
		}
		if match(c) {
			return true
		}
		most--
	}
	return false
}

// items ranges over the entries of a list; over none for other nodes.
func items(t *tree.Tree, node int) iter.Seq[int] {
	if node < 0 || t.Nodes[node].Kind != tree.List {
		node = -1
	}
	return t.Each(node)
}

func texts(t *tree.Tree, list int) (out []string) {
	for c := range items(t, list) {
		if t.Nodes[c].Kind == tree.String {
			out = append(out, t.Nodes[c].Value)
		}
	}
	return out
}
