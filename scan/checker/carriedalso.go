package checker

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/carried"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/scan/secret"
)

// Also checks a whole object in addition, as validation does. It returns why it left out something;
// "" if it did not. confidential reports whether the values in the object must not be quoted; it is
// nil for an object that is not inside another one.
type Also func(o *tree.Object, confidential func() bool, emit func(finding.Finding)) (left string)

// The reasons why a carried object is left out.
const (
	partsOfObjects = "patches and other parts of objects"
	writtenLines   = "texts with lines that a template writes"
	unknownKinds   = "manifests of kinds that the target has no data about"
)

// besides passes a carried object to Also, except if the schema of the outer object describes it,
// or if it is already counted as one of a kind without data.
func (v *visit) besides(emit emitFunc) {
	if v.also == nil || v.by.text != nil && v.kind.unchecked || v.by.text == nil && v.by.outer.describes(v.by.node) {
		return
	}
	left := v.partial()
	if left == "" {
		w := *v // a copy, so that a visit without Also needs no allocation
		left = w.also(w.o, w.confidential, func(f finding.Finding) { w.emit(f, Mark{Node: -1}, emit) })
	}
	if left != "" {
		v.checker.left.add(v.by.outer.o, left)
	}
}

// describes reports whether the schema of the object describes more of a node than that it is an
// object, as for the claims of a StatefulSet.
func (v *visit) describes(node int) bool {
	var way []int
	for ; node > v.o.Root; node = v.parent(node) {
		if way = append(way, node); len(way) > maxSegments {
			return false
		}
	}
	s, nodes := v.kind.schema, v.o.Tree.Nodes
	for i := len(way) - 1; i >= 0 && s != nil; i-- {
		if nodes[v.parent(way[i])].Kind == tree.List {
			s = s.items()
		} else {
			s, _, _ = s.below(nodes[way[i]].Key, false)
		}
	}
	if s == nil {
		return false
	}
	return s.AdditionalProperties != nil || slices.ContainsFunc(s.Properties, func(f discovery.Field) bool { return !everywhere(f.Name) })
}

// partial is the reason why the object may be incomplete; "" if there is none.
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
			t, key, parent := outer.o.Tree, outer.o.Tree.Nodes[node].Key, outer.parent(node)
			if namesPart(key) || changes(t, parent) || key == "resource" && ExpectsError(t, parent) || outer.appliedAgain(node) {
				return partsOfObjects
			}
		}
	}
	return ""
}

// namesPart reports whether what is under a key is merged into an object or compared with one: by
// Kustomize, Kyverno, Crossplane, Chainsaw or Open Cluster Management.
func namesPart(key string) bool {
	key = strings.ToLower(key)
	words := []string{"patch", "pattern", "overrid", "overlay", "mutat", "assert", "expect"}
	return slices.Contains([]string{"base", "match", "error", "objectdefinition"}, key) ||
		slices.ContainsFunc(words, func(word string) bool { return strings.Contains(key, word) })
}

// ExpectsError reports whether an operation of Chainsaw checks that what it applies is refused:
// "($error != null): true". Source: https://kyverno.github.io/chainsaw/latest/general/checks
func ExpectsError(t *tree.Tree, operation int) bool {
	expect := t.Child(operation, "expect")
	for i := expect + 1; expect >= 0 && i < int(t.Nodes[expect].After); i++ {
		n := &t.Nodes[i]
		if !strings.Contains(n.Key, "$error") {
			continue
		}
		isNull, holds := strings.Contains(strings.ReplaceAll(n.Key, " ", ""), "==null"), n.Value != "false"
		if isNull != holds && n.Kind != tree.Null {
			return true
		}
	}
	return false
}

// appliedAgain reports whether an operation of Chainsaw applies an object of an earlier one, into which
// it is merged.
func (v *visit) appliedAgain(node int) bool {
	t := v.o.Tree
	if t.Nodes[node].Key != "resource" || t.Nodes[v.parent(node)].Key != "apply" {
		return false
	}
	first, known := v.applied[AppliedAt(t, node)]
	return known && first < node
}

// firstApplied returns the first operation of Chainsaw that applies or creates each object.
func firstApplied(o *tree.Object) map[Applied]int {
	if !strings.HasPrefix(o.APIVersion, "chainsaw.kyverno.io/") {
		return nil
	}
	t, first := o.Tree, map[Applied]int{}
	for operation := o.Root + 1; operation < int(t.Nodes[o.Root].After); operation++ {
		if key := t.Nodes[operation].Key; key != "apply" && key != "create" {
			continue
		}
		if resource := t.Child(operation, "resource"); resource >= 0 {
			if _, known := first[AppliedAt(t, resource)]; !known {
				first[AppliedAt(t, resource)] = resource
			}
		}
	}
	return first
}

// Applied identifies an object that a test applies. kuttl and Chainsaw merge it into the object of
// an earlier step, so it may be incomplete (kuttl: CreateOrUpdate in pkg/test/utils/kubernetes.go;
// Chainsaw: pkg/engine/operations/apply).
type Applied struct{ apiVersion, kind, namespace, Name string }

// AppliedAt identifies the object at a node. Its strings outlive the text of the object.
func AppliedAt(t *tree.Tree, node int) Applied {
	text := func(node int, key string) string { return strings.Clone(t.Text(node, key)) }
	metadata := t.Child(node, "metadata")
	return Applied{text(node, "apiVersion"), text(node, "kind"), text(metadata, "namespace"), text(metadata, "name")}
}

// changes reports whether a map has a patch beside its object, or is used to change or look up one.
func changes(t *tree.Tree, node int) bool {
	return t.Nodes[node].Kind == tree.Map && anyChild(t, node, maxSegments, func(c int) bool {
		n := &t.Nodes[c]
		return strings.HasPrefix(strings.ToLower(n.Key), "patch") ||
			(n.Key == "action" || n.Key == "operation") && (n.Value == "patch" || n.Value == "delete" || n.Value == "get")
	})
}

// confidential reports whether the object is inside something that must not be quoted.
func (v *visit) confidential() bool {
	for w := v; w.by != nil; w = w.by.outer {
		if w.by.outer.hides(w.by.node) {
			return true
		}
	}
	return false
}

// hidden is what must not be quoted of an object. The objects that it carries share it.
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
		written := carried.Written(p.template())
		p.written = &written
	}
	return *p.written
}

// carriedCounts counts things by the type of the object around them and by what they are.
type carriedCounts struct {
	sync.Mutex
	counts map[string]int
}

func (t *carriedCounts) add(o *tree.Object, what string) {
	of := "other documents"
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

// pass counts something that an object carries and that was not looked into.
func (c *Checker) pass(o *tree.Object, what string) { c.passed.add(o, what) }

// Carried returns the number of objects inside others that were checked so far. passed counts what
// was not looked into, and left what Also left out of the checked ones, both by the type of the
// object around it and by what it is.
func (c *Checker) Carried() (objects int, passed, left map[string]int) {
	return int(c.carried.Load()), c.passed.all(), c.left.all()
}
