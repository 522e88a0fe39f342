package checker

import (
	"maps"
	"strings"
	"sync"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/carried"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/scan/secret"
)

// Also checks a whole object that another carries besides, as validation does, and tells
// what of it was left out; "" for nothing. confidential tells whether the values in the
// object must not be quoted.
type Also func(o *tree.Object, confidential func() bool, emit func(finding.Finding)) (left string)

// The reasons for which a carried object is left out.
const (
	partsOfObjects = "patches and other parts of objects"
	writtenLines   = "texts with lines that a template writes"
)

// besides has a carried object checked by Also. What the schema of the outer object
// describes is checked with that; texts of kinds that the target says nothing of are
// counted as such.
func (v *visit) besides(emit emitFunc) {
	if v.also == nil || v.by.text != nil && v.kind.unchecked || v.by.text == nil && v.by.outer.describes(v.by.node) {
		return
	}
	left := v.partial()
	if left == "" {
		w := *v // a copy, so that a visit without this takes no memory
		left = w.also(w.o, w.confidential, func(f finding.Finding) { w.emit(f, Mark{Node: -1}, emit) })
	}
	if left != "" {
		v.checker.left.add(v.by.outer.o, left)
	}
}

// describes reports whether the schema of the object tells more of a node than that it is
// an object: the claims of a StatefulSet.
func (v *visit) describes(node int) bool {
	var way []int
	for ; node > v.o.Root; node = v.parent(node) {
		if way = append(way, node); len(way) > maxSegments {
			return false
		}
	}
	s, nodes := v.kind.schema, v.o.Tree.Nodes
	for i := len(way) - 1; i >= 0 && s != nil; i-- {
		if nodes[v.parent(way[i])].Kind == treeList {
			s = s.items()
		} else {
			s, _, _ = s.below(nodes[way[i]].Key, false)
		}
	}
	if s == nil {
		return false
	}
	for _, f := range s.Properties {
		if f.Name != "apiVersion" && f.Name != "kind" && f.Name != "metadata" {
			return true
		}
	}
	return s.AdditionalProperties != nil
}

// partial tells why the object may not be whole; "" where nothing tells that.
func (v *visit) partial() string {
	if v.o.Tree.Child(v.o.Root, "$patch") >= 0 || v.content() != v.o.Root {
		return partsOfObjects
	}
	for w := v; w.by != nil; w = w.by.outer {
		if w.by.text != nil && w.by.text.lines() {
			return writtenLines
		}
		outer := w.by.outer
		for node := range outer.above(w.by.node) {
			if node != outer.o.Root && (namesPart(outer.o.Tree.Nodes[node].Key) || changes(outer.o.Tree, outer.parent(node))) {
				return partsOfObjects
			}
		}
	}
	return ""
}

// namesPart: what stands under the key is laid over an object, or held against one: by
// Kustomize, Kyverno, Crossplane, Chainsaw, Open Cluster Management.
func namesPart(key string) bool {
	key = strings.ToLower(key)
	for _, word := range [...]string{"patch", "pattern", "overrid", "overlay", "mutat", "assert", "expect"} {
		if strings.Contains(key, word) {
			return true
		}
	}
	switch key {
	case "base", "match", "error", "objectdefinition":
		return true
	default:
		return false
	}
}

// changes: what stands in a map is patched by what stands beside it, or is itself what
// something else is changed with, deleted or looked up by.
func changes(t *tree.Tree, node int) bool {
	return t.Nodes[node].Kind == treeMap && anyChild(t, node, maxSegments, func(c int) bool {
		n := &t.Nodes[c]
		return strings.HasPrefix(strings.ToLower(n.Key), "patch") ||
			(n.Key == "action" || n.Key == "operation") && (n.Value == "patch" || n.Value == "delete" || n.Value == "get")
	})
}

// confidential reports whether the object stands in something of which nothing is quoted.
func (v *visit) confidential() bool {
	for w := v; w.by != nil; w = w.by.outer {
		if w.by.outer.hides(w.by.node) {
			return true
		}
	}
	return false
}

// hidden is what of an object must not be quoted. It is shared by all that it carries.
type hidden struct {
	secret.Hidden
	looked bool
}

func (v *visit) hides(node int) bool {
	if !v.hidden.looked {
		v.hidden.looked = true
		v.hidden.Look(v.o.Tree, v.o.Root, v.o.Kind == "Secret")
	}
	return v.hidden.Node(node)
}

// lines reports whether a template engine writes whole lines of the text.
func (p *textPlace) lines() bool {
	if p.written == nil {
		written := carried.Written(p.text)
		p.written = &written
	}
	return *p.written
}

// carriedCounts counts things by what they stand in and what they are.
type carriedCounts struct {
	sync.Mutex
	counts map[string]int
}

func (t *carriedCounts) add(o *tree.Object, what string) {
	of := "no API object"
	if o.Kind != "" {
		of = clip(o.APIVersion) + " " + clip(o.Kind)
	}
	t.Lock()
	defer t.Unlock()
	if t.counts == nil {
		t.counts = map[string]int{}
	}
	if key := of + ": " + what; len(t.counts) < maxOthers || t.counts[key] > 0 {
		t.counts[key]++
	}
}

func (t *carriedCounts) all() map[string]int {
	t.Lock()
	defer t.Unlock()
	return maps.Clone(t.counts)
}

// pass counts what an object carries and nobody looked into.
func (c *Checker) pass(o *tree.Object, what string) { c.passed.add(o, what) }

// Carried counts the objects so far that stood in others and were checked; what of such
// was not looked into, by what it stood in and what it is; and what Also left out of
// those that were, likewise.
func (c *Checker) Carried() (objects int, passed, left map[string]int) {
	return int(c.carried.Load()), c.passed.all(), c.left.all()
}
