package fix

import (
	"cmp"
	"encoding/binary"
	"hash/fnv"
	"slices"
	"unicode/utf8"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/scan/checker"
)

type edit struct {
	start, end int
	text       string
}

// otherwise is why a text is not rewritten although it has a fix.
const otherwise = "its notation cannot be edited in place: it has an alias, a block, escapes or UTF-16"

// edits converts the change of a node to changes of the text.
func (r *round) edits(t *tree.Tree, e checker.Edit) (out []edit, why string) {
	if e.Node < 0 {
		return nil, "it is not in the text"
	}
	n := &t.Nodes[e.Node]
	if e.Value != "" && e.Value != n.Value {
		end, written, ok := r.quoted(int(n.Start), n.Value, e.Value)
		if !ok || end != int(n.End) || end == int(n.Start) {
			return nil, otherwise
		}
		out = append(out, edit{int(n.Start), end, written})
	}
	if e.Key != "" && e.Key != n.Key {
		start := r.offset(int(n.Line), int(n.Column))
		end, written, ok := r.quoted(start, n.Key, e.Key)
		if !ok {
			return nil, otherwise
		}
		out = append(out, edit{start, end, written})
	}
	return out, ""
}

// quoted finds a key or a value at an offset, and writes a new one with the quotes of the old one. The
// new one of plain text is plain too, because names of versions and labels need no quotes.
func (r *round) quoted(start int, old, value string) (end int, written string, ok bool) {
	for _, quote := range []string{`"`, `'`, ""} {
		whole := quote + old + quote
		if end = start + len(whole); start >= 0 && end <= len(r.data) && string(r.data[start:end]) == whole {
			return end, quote + value + quote, true
		}
	}
	return 0, "", false
}

// offset is the offset of a column, in characters without a byte order mark; -1 if there is none.
func (r *round) offset(line, column int) int {
	if line < 1 || line > len(r.lines) || column < 1 {
		return -1
	}
	at := r.lines[line-1]
	if at == 0 && len(r.data) >= 3 && string(r.data[:3]) == "\uFEFF" {
		at = 3
	}
	for range column - 1 {
		if at >= len(r.data) {
			return -1
		}
		_, size := utf8.DecodeRune(r.data[at:])
		at += size
	}
	return at
}

// line is the line of an offset, from 1.
func (r *round) line(offset int) int {
	i, found := slices.BinarySearch(r.lines, offset)
	if found {
		return i + 1
	}
	return i
}

// apply writes edits, which may be repeated, into a copy of the text.
func apply(data []byte, edits []edit) []byte {
	edits = slices.Clone(edits)
	order.By(edits, func(a, b edit) int { return a.start - b.start })
	edits = slices.Compact(edits)
	out := make([]byte, 0, len(data)+len(data)/64)
	at := 0
	for _, e := range edits {
		if e.start < at {
			continue // its document will not read as planned, and will be left as it was
		}
		out = append(out, data[at:e.start]...)
		out = append(out, e.text...)
		at = e.end
	}
	return append(out, data[at:]...)
}

// signature is a hash of the content of an object, with some of its nodes changed.
func signature(o *tree.Object, changed map[int]checker.Edit) uint64 {
	nodes := o.Tree.Nodes[o.Root:o.Tree.Nodes[o.Root].After]
	if len(changed) > 0 {
		nodes = slices.Clone(nodes)
	}
	for node, e := range changed {
		if node < o.Root || node >= o.Root+len(nodes) {
			continue // of the list
		}
		n := &nodes[node-o.Root]
		n.Key, n.Value = cmp.Or(e.Key, n.Key), cmp.Or(e.Value, n.Value)
	}
	return hash(nodes, o.Root)
}

// listVersion is the apiVersion of the list that is the document of an object; "" if there is none.
func listVersion(o *tree.Object) string {
	if version := o.Tree.Child(0, "apiVersion"); version >= 0 && o.Root > 0 {
		return o.Tree.Nodes[version].Value
	}
	return ""
}

// hash is a hash of the nodes of an object. The first is the root.
func hash(nodes []tree.Node, root int) uint64 {
	h := fnv.New64a()
	var head [25]byte
	for i := range nodes {
		n := &nodes[i]
		key := n.Key
		if i == 0 {
			key = ""
		}
		head[0] = byte(n.Kind)
		for at, size := range []int{int(n.After) - root - i, len(key), len(n.Value)} {
			binary.LittleEndian.PutUint64(head[1+8*at:], uint64(size)) //nolint:gosec // lengths are not negative
		}
		_, _ = h.Write(head[:])
		_, _ = h.Write([]byte(key))
		_, _ = h.Write([]byte(n.Value))
	}
	return h.Sum64()
}
