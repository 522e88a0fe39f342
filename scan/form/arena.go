package form

import "github.com/kubedelta/kubedelta/discovery/manifest/tree"

// Arena is the memory of the old parts of one form at a time. Most forms are only made to find out
// whether an object can be rewritten, which a reused arena makes cheap.
type Arena struct {
	tree  *tree.Tree
	forms []Form
	parts []*Form
}

// Of returns a node with everything in it, unchanged. It is valid until Reset.
func (a *Arena) Of(t *tree.Tree, node int) *Form {
	a.tree = t
	return a.take(1, node)[0]
}

// Reset ends the use of the form.
func (a *Arena) Reset() {
	clear(a.forms)
	clear(a.parts)
	a.tree, a.forms, a.parts = nil, a.forms[:0], a.parts[:0]
}

func (a *Arena) below(node int) []*Form {
	n, first := 0, 0
	for child := range a.tree.Each(node) {
		if n == 0 {
			first = child
		}
		n++
	}
	return a.take(n, first)
}

// take makes forms of a node and of the n-1 nodes after it.
func (a *Arena) take(n, node int) []*Form {
	if cap(a.forms)-len(a.forms) < n {
		a.forms, a.parts = make([]Form, 0, n+2*cap(a.forms)), make([]*Form, 0, n+2*cap(a.forms))
	}
	at := len(a.parts)
	for range n {
		from := &a.tree.Nodes[node]
		a.forms = append(a.forms, Form{Old: node, Key: from.Key, Kind: from.Kind, Value: from.Value, from: a})
		a.parts = append(a.parts, &a.forms[len(a.forms)-1])
		node = int(from.After)
	}
	return a.parts[at:len(a.parts):len(a.parts)]
}
