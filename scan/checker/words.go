package checker

import (
	"math"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/carried"
)

// lookAt walks once over all nodes of an object and checks those whose key or value has the length
// and the first and last letter of a known word. It needs no schema: labels, annotations and
// references are the same in custom resources, and in releases whose fields are not known.
func (v *visit) lookAt(emit emitFunc) {
	if strings.HasPrefix(v.o.APIVersion, "kubedelta.dev/") {
		return // a report of kubedelta names the APIs that it is about, and quotes manifests
	}
	v.applied = firstApplied(v.o)
	nodes := v.o.Tree.Nodes
	w := v.checker.words
	end := int(nodes[v.o.Root].After)
	for i := v.o.Root + 1; i < end; i++ {
		n := &nodes[i]
		if len(n.Key) >= w.shortest && w.may(n.Key) {
			v.key(i, emit)
			if v.skip > i {
				i = v.skip - 1
				continue
			}
		}
		if n.Kind != tree.String || len(n.Value) < w.shortest {
			continue
		}
		if w.may(n.Value) {
			v.value(i, emit)
		}
		if len(n.Value) >= carried.Shortest && carried.Looks(n.Value) && !v.notApplied(i) && !v.carries(i) {
			v.read(i, n.Value, emit)
		}
	}
}

// words is what keys and values are compared with.
type words struct {
	// first and last have, by length, a bit for each first and last letter.
	first, last [maxWord + 1]uint32
	shortest    int
	labels      map[wordAs]*fact
	prefixes    []*fact
	values      map[string][]*valueFact
	volumes     map[string]*volumePlugin
}

// wordAs is a word in one of its uses.
type wordAs struct {
	word string
	as   context
}

// maxWord is the length from which all lengths count as one: prefixes match words of any length.
const maxWord = 127

func (w *words) may(s string) bool {
	n := min(len(s), maxWord)
	return (w.first[n]>>(s[0]&31))&(w.last[n]>>(s[len(s)-1]&31))&1 != 0
}

func (w *words) add(s string) {
	n := min(len(s), maxWord)
	w.first[n] |= 1 << (s[0] & 31)
	w.last[n] |= 1 << (s[len(s)-1] & 31)
	w.shortest = min(w.shortest, len(s))
}

func (w *words) addPrefix(s string) {
	for n := len(s); n <= maxWord; n++ {
		w.first[n] |= 1 << (s[0] & 31)
		w.last[n] = math.MaxUint32
	}
	w.shortest = min(w.shortest, len(s))
}

func (c *Checker) newWords() *words {
	w := &words{shortest: maxWord, labels: map[wordAs]*fact{}, values: map[string][]*valueFact{}, volumes: map[string]*volumePlugin{}}
	for _, key := range []string{"apiVersion", "apiGroup", "apiGroups", "group", "groups", "kinds", "path", "patch", "patchStrategicMerge"} {
		w.add(key)
	}
	all := facts()
	for f := range slice.Each(all.Words) {
		switch {
		case !c.matters(f.Deprecated, f.Removed):
		case f.Prefix:
			w.prefixes = append(w.prefixes, f)
			w.addPrefix(f.Word)
		default:
			w.labels[wordAs{f.Word, f.Context}] = f
			w.add(f.Word)
		}
	}
	for f := range slice.Each(all.Values) {
		if c.matters(f.Deprecated, f.Removed) {
			w.values[f.Value] = append(w.values[f.Value], f)
			w.add(f.Value)
		}
	}
	for p := range slice.Each(all.Volumes) {
		if c.matters(p.Deprecated, p.ends(c.to.Release)) {
			w.volumes[p.Field] = p
			w.add(p.Field)
		}
	}
	return w
}

func (v *visit) key(node int, emit emitFunc) {
	n := &v.o.Tree.Nodes[node]
	switch n.Key {
	case "apiVersion":
		if n.Kind == tree.String {
			v.typed(node, emit)
		}
	case "apiGroup":
		if n.Kind == tree.String {
			v.grouped(node, emit)
		}
	case "apiGroups":
		v.matched(node, emit)
	case "groups":
		if in := v.container(node); v.o.Tree.Child(in, "versions") >= 0 && v.o.Tree.Child(in, "kinds") >= 0 {
			v.matched(node, emit)
		}
	case "group":
		if n.Kind == tree.String {
			v.separate(node, emit)
		}
	case "kinds":
		v.namedKinds(node, emit)
	case "path":
		if n.Kind == tree.String && (n.Value == "" || n.Value[0] == '/') {
			v.operation(node, emit)
		}
	case "patch", "patchStrategicMerge":
		v.untyped(node)
	default:
		if p := v.checker.words.volumes[n.Key]; p != nil {
			v.volume(node, p, emit)
		} else if v.checker.words.mentions(n.Key) {
			v.label(node, v.keyContext(node), n.Key, emit)
		}
	}
}

func (v *visit) value(node int, emit emitFunc) {
	n := &v.o.Tree.Nodes[node]
	for _, f := range v.checker.words.values[n.Value] {
		if f.Key == n.Key && f.Kind == v.o.Kind {
			v.deprecatedValue(node, f, emit)
		}
	}
	if v.checker.words.mentions(n.Value) {
		v.label(node, v.valueContext(node), n.Value, emit)
	}
}
