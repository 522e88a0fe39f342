package reader

import (
	"fmt"
	"math"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/phrase"
)

// emit visits the objects of a document in r.tree, whose text is from the chunk's beginning to end.
func (r *Reader) emit(c chunk, end int) {
	t := &r.tree
	if len(t.Nodes) == 0 || t.Nodes[0].Kind == tree.Null {
		r.empty()
		return
	}
	r.result.Documents++
	r.place(end)
	o := &r.object
	*o = tree.Object{File: r.file, Document: r.result.Documents, Tree: t, Text: r.text[c.begin:end], TextLine: r.baseLine + int(c.line), TextStart: int(r.base) + c.begin}
	if r.noOffsets {
		o.TextStart = -1
	}
	before, problems := r.result.Objects, r.complaints
	isList := r.root()
	switch {
	case r.result.Objects > before || isList && r.complaints == problems:
	case r.complaints > problems:
		r.result.Unreadable++
	default:
		// A repeated key is not reported here, because no API server reads this document.
		r.result.Other++
		if r.Others != nil {
			r.other(0)
		}
		return
	}
	r.doubt()
}

// place converts the places of the tree to those of the file.
func (r *Reader) place(end int) {
	nodes := r.tree.Nodes
	if r.noOffsets || r.base+int64(end) > math.MaxInt32 {
		for i := range nodes {
			nodes[i].Start, nodes[i].End = -1, -1
		}
	}
	if by := int32(r.baseLine); by > 0 {
		for i := range nodes {
			nodes[i].Line += by
			nodes[i].ValueLine += by
		}
	}
}

// doubt reports a repeated key.
func (r *Reader) doubt() {
	k := &r.keys
	if k.second == 0 {
		return
	}
	a, b := &r.tree.Nodes[k.first], &r.tree.Nodes[k.second]
	key, first := strings.Clone(phrase.Clip(b.Key, 60)), int(a.Line) // a problem outlives the text
	r.add(Problem{Line: int(b.Line), Document: r.result.Documents, Reason: Repeated(key, first), Key: key, First: first})
}

// complain reports a value that should be an object.
func (r *Reader) complain(node int, reason string) {
	r.complaints++
	r.problem(int(r.tree.Nodes[node].ValueLine), r.result.Documents, reason)
}

// root visits the objects of a document, and reports whether it is a list.
func (r *Reader) root() bool {
	t := &r.tree
	if t.Nodes[0].Kind == tree.Map {
		return r.value(0, typed{}, 0)
	}
	if t.Nodes[0].Kind == tree.List {
		// Some tools, but none of Kubernetes, write arrays of objects, or arrays of such arrays.
		var others []int
		objects := r.result.Objects
		for i := 1; i < int(t.Nodes[0].After); {
			next := i + 1
			if t.Nodes[i].Kind == tree.Map {
				next = int(t.Nodes[i].After)
				before, problems := r.result.Objects, r.complaints
				if !r.value(i, typed{}, 0) && r.result.Objects == before && r.complaints == problems {
					others = append(others, i)
				}
			}
			i = next
		}
		if r.Others != nil && r.result.Objects > objects {
			for _, i := range others {
				r.other(i)
			}
		}
	}
	return false
}

// other calls Others with a value that has no API object.
func (r *Reader) other(root int) {
	o := &r.object
	o.Root, o.APIVersionNode, o.KindNode = root, -1, -1
	o.APIVersion, o.Kind, o.Name, o.Namespace = "", "", "", ""
	r.Others(o)
}

// typed is the type that a typed list gives its items. It is zero for values that are not items.
type typed struct {
	apiVersion, kind string
	item             bool
}

// maxLists limits the depth of lists in lists.
const maxLists = 100

// value visits the map i, or, if it is a list, its items. It reports whether it is a list.
func (r *Reader) value(i int, from typed, depth int) bool {
	t := &r.tree
	a, k := r.last(i, "apiVersion"), r.last(i, "kind")
	apiVersion, kind := scalar(t, a), scalar(t, k)
	if from.kind != "" && k < 0 {
		kind = from.kind
		if a < 0 {
			apiVersion = from.apiVersion
		}
	}
	if apiVersion == "" || kind == "" {
		switch {
		case from.item:
			r.complain(i, "an item of the list has no apiVersion or no kind")
		case a >= 0 && k >= 0 && apiVersion == "":
			r.complain(a, "its apiVersion is empty or not a string")
		case a >= 0 && k >= 0:
			r.complain(k, "its kind is empty or not a string")
		case manifestLike(t, i, a, k):
			missing := "apiVersion"
			if k < 0 {
				missing = "kind"
			}
			r.complain(i, "it looks like a manifest, but has no "+missing+", so it cannot be checked")
		}
		return false
	}
	if strings.HasSuffix(kind, "List") {
		items := r.last(i, "items")
		switch {
		case items >= 0 && t.Nodes[items].Kind == tree.List && t.Nodes[items].After > int32(items+1):
			outer := r.object.List
			r.object.List = &tree.ListType{APIVersion: apiVersion, Kind: kind, Node: i, APIVersionNode: a, KindNode: k}
			r.items(items, typed{apiVersion, strings.TrimSuffix(kind, "List"), true}, depth+1)
			r.object.List = outer
			return true
		case kind == "List":
			r.noMap(items)
			return true
		case items >= 0:
			// The list is empty, so that only its type can be checked.
			kind = strings.TrimSuffix(kind, "List")
		}
	}
	r.visitObject(i, a, k, apiVersion, kind)
	return false
}

// manifestLike reports whether a map looks like an object without its apiVersion or kind: it has
// one of them, in the form of Kubernetes, and metadata. Files of other programs may also have one
// of the two: Chart.yaml, values with a kind, pipelines.
func manifestLike(t *tree.Tree, i, a, k int) bool {
	switch {
	case a >= 0 && k < 0:
		if !versionLike(scalar(t, a)) {
			return false
		}
	case a < 0 && k >= 0:
		if kind := scalar(t, k); kind == "" || kind[0] < 'A' || kind[0] > 'Z' {
			return false
		}
	default:
		return false
	}
	metadata := t.Child(i, "metadata")
	for _, key := range [...]string{"name", "generateName", "namespace", "labels", "annotations"} {
		if metadata >= 0 && t.Child(metadata, key) >= 0 {
			return true
		}
	}
	return false
}

// versionLike reports whether a text has the form of an apiVersion: "v1", "batch/v1beta1".
func versionLike(apiVersion string) bool {
	version := apiVersion[strings.IndexByte(apiVersion, '/')+1:]
	return len(version) > 1 && version[0] == 'v' && version[1] >= '0' && version[1] <= '9'
}

func (r *Reader) noMap(items int) {
	if items >= 0 && r.tree.Nodes[items].Kind == tree.Map {
		r.complain(items, "the items of the list are a map")
	}
}

// items visits the objects of a list.
func (r *Reader) items(list int, from typed, depth int) {
	t := &r.tree
	if depth > maxLists {
		r.complain(list, fmt.Sprintf("lists are nested more than %d levels deep", maxLists))
		return
	}
	for i := list + 1; i < int(t.Nodes[list].After); i = int(t.Nodes[i].After) {
		switch t.Nodes[i].Kind {
		case tree.Map:
			r.value(i, from, depth)
		case tree.Null:
			r.complain(i, "an item of the list is empty")
		default:
			r.complain(i, "an item of the list is not an object")
		}
	}
}

func (r *Reader) visitObject(i, a, k int, apiVersion, kind string) {
	t, o := &r.tree, &r.object
	o.Root, o.APIVersionNode, o.KindNode, o.APIVersion, o.Kind = i, a, k, apiVersion, kind
	o.Name, o.Namespace = "", ""
	if metadata := r.last(i, "metadata"); metadata >= 0 {
		o.Name, o.Namespace = scalar(t, r.last(metadata, "name")), scalar(t, r.last(metadata, "namespace"))
		if o.Name == "" {
			if generated := scalar(t, r.last(metadata, "generateName")); generated != "" {
				o.Name = generated + "*"
			}
		}
	}
	r.result.Objects++
	list := o.List
	if list == nil || list.APIVersion != apiVersion {
		r.visit(o)
		o.List = nil // it is told once
		return
	}
	o.List = nil
	r.visit(o)
	o.List = list
}

// last returns the entry of a map with a key. If the key is repeated, it returns the last, as
// kubectl does.
func (r *Reader) last(i int, key string) int {
	found := r.tree.Child(i, key)
	if r.keys.second == 0 || found < 0 {
		return found
	}
	for c := range r.tree.Each(i) {
		if r.tree.Nodes[c].Key == key {
			found = c
		}
	}
	return found
}

// scalar returns the text of a scalar; "" for any other node.
func scalar(t *tree.Tree, i int) string {
	if i < 0 {
		return ""
	}
	switch n := &t.Nodes[i]; n.Kind {
	case tree.String, tree.Number, tree.Bool:
		return n.Value
	default:
		return ""
	}
}
