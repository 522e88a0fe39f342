package checker

import (
	"iter"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// places has the parents of the nodes of an object. It is built once, when the first finding needs
// it, because the path of each of a million items must not cost a walk through all of them.
type places struct {
	// parents and ordinals by node, relative to the object's root. An ordinal is the index in a
	// list, and -1 in a map.
	parents, ordinals []int32
}

func (v *visit) locate() {
	nodes := v.o.Tree.Nodes
	root := v.o.Root
	size := int(nodes[root].After) - root
	v.places = places{parents: make([]int32, size), ordinals: make([]int32, size)}
	count := make([]int32, size)
	open := []int{root}
	v.places.parents[0], v.places.ordinals[0] = -1, -1
	for i := root + 1; i < root+size; i++ {
		for len(open) > 1 && i >= int(nodes[open[len(open)-1]].After) {
			open = open[:len(open)-1]
		}
		parent := open[len(open)-1]
		v.places.parents[i-root], v.places.ordinals[i-root] = int32(parent-root), -1 //nolint:gosec // a tree has fewer nodes than that
		if nodes[parent].Kind == tree.List {
			v.places.ordinals[i-root] = count[parent-root]
			count[parent-root]++
		}
		if int(nodes[i].After) > i+1 {
			open = append(open, i)
		}
	}
}

// parent is the map or list that has a node; -1 for the root.
func (v *visit) parent(node int) int {
	if v.places.parents == nil {
		v.locate()
	}
	if p := v.places.parents[node-v.o.Root]; p >= 0 {
		return int(p) + v.o.Root
	}
	return -1
}

// above ranges over a node and the nodes around it, without the root of the object, whose key is
// not the object's own. It stops after maxSegments of them.
func (v *visit) above(node int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for range maxSegments {
			if node <= v.o.Root || !yield(node) {
				return
			}
			node = v.parent(node)
		}
	}
}

// container is parent without building places, for objects without findings.
func (v *visit) container(node int) int {
	if v.places.parents != nil {
		return v.parent(node)
	}
	nodes := v.o.Tree.Nodes
	at := v.o.Root
	for steps := 0; ; steps++ {
		c := at + 1
		for ; int(nodes[c].After) <= node && steps <= maxSteps; c = int(nodes[c].After) {
			steps++
		}
		if steps > maxSteps {
			return v.parent(node)
		}
		if c == node {
			return at
		}
		at = c
	}
}

// maxSteps is how many nodes are visited before places is built.
const maxSteps = 1000

// The path in a hostile document is cut, so that findings do not cost more than the document.
const (
	maxSegments = 64
	maxSegment  = 256
)

// path is the path of a node: "spec.template.spec.containers[0].image".
func (v *visit) path(node int) string {
	if v.places.parents == nil {
		v.locate()
	}
	var segments []string
	for node != v.o.Root && node >= 0 {
		if len(segments) == maxSegments {
			segments = append(segments, "…")
			break
		}
		segments = append(segments, v.segment(node))
		node = v.parent(node)
	}
	var b strings.Builder
	for i := len(segments) - 1; i >= 0; i-- {
		if b.Len() > 0 && !strings.HasPrefix(segments[i], "[") {
			b.WriteByte('.')
		}
		b.WriteString(segments[i])
	}
	return b.String()
}

func (v *visit) segment(node int) string {
	if n := v.places.ordinals[node-v.o.Root]; n >= 0 {
		return "[" + strconv.Itoa(int(n)) + "]"
	}
	return finding.Segment(v.o.Tree.Nodes[node].Key)
}
