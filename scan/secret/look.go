package secret

import (
	"slices"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// look is a walk through a document.
type look struct {
	h *Hidden
	t *tree.Tree
}

// mode is what a value stands in.
type mode uint8

const (
	// open: nothing is hidden but what says so by its key or form.
	open mode = iota
	// all is hidden.
	all
	// variables: a list or a map of environment variables, or of headers.
	variables
	// source: where a variable gets its value from.
	source
	// secrets: the items are Secrets.
	secrets
)

// value looks at a node and at all below it.
func (l *look) value(node int, in mode) {
	switch n := &l.t.Nodes[node]; n.Kind {
	case tree.Map:
		l.mapping(node, in)
	case tree.List:
		l.t.Children(node, func(c int) bool {
			l.item(c, in)
			return true
		})
	default:
		if in != open || n.Kind == tree.String && Text(n.Value) {
			l.h.hide(l.t, node)
		}
	}
}

// item is an item of a list.
func (l *look) item(node int, in mode) {
	isMap := l.t.Nodes[node].Kind == tree.Map
	switch {
	case in == secrets && isMap:
		l.object(node)
	case in == variables && isMap:
		l.variable(node)
	default:
		l.value(node, in)
	}
}

// mapping looks at the entries of a map.
func (l *look) mapping(node int, in mode) {
	kind := ""
	if k := l.t.Child(node, "kind"); k >= 0 && in == open {
		kind = l.t.Nodes[k].Value
	}
	if kind == "Secret" {
		l.object(node)
		return
	}
	l.t.Children(node, func(c int) bool {
		n := &l.t.Nodes[c]
		switch {
		case in == source && sourceField(n.Key) && n.Kind != tree.Map && n.Kind != tree.List:
		case in != open:
			l.value(c, in)
		case kind == "SecretList" && n.Key == "items":
			l.value(c, secrets)
		default:
			l.value(c, modeOf(n))
		}
		return true
	})
}

// object looks at a Secret: all of it is hidden but what says which it is.
func (l *look) object(node int) {
	l.t.Children(node, func(c int) bool {
		switch n := &l.t.Nodes[c]; {
		case n.Key == "apiVersion", n.Key == "kind", n.Key == "type", n.Key == "immutable":
			if n.Kind == tree.Map || n.Kind == tree.List {
				l.value(c, all)
			}
		case n.Key == "metadata" && n.Kind == tree.Map:
			l.metadata(c)
		default:
			l.value(c, all)
		}
		return true
	})
}

// metadata of a Secret: kubectl keeps a copy of the whole object in an annotation.
func (l *look) metadata(node int) {
	l.t.Children(node, func(c int) bool {
		switch l.t.Nodes[c].Key {
		case "name", "generateName", "namespace", "labels", "ownerReferences", "finalizers", "managedFields", "uid", "resourceVersion",
			"generation", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds", "selfLink", "clusterName":
			l.value(c, open)
		default:
			l.value(c, all)
		}
		return true
	})
}

// variable looks at one environment variable: its name is none of its value.
func (l *look) variable(node int) {
	l.t.Children(node, func(c int) bool {
		n := &l.t.Nodes[c]
		switch {
		case n.Key == "name" && n.Kind != tree.Map && n.Kind != tree.List:
		case n.Key == "valueFrom":
			l.value(c, source)
		default:
			l.value(c, all)
		}
		return true
	})
}

// sourceField: a field of a variable's source that names something.
func sourceField(key string) bool {
	return slices.Contains([]string{"name", "key", "optional", "apiVersion", "fieldPath", "containerName", "resource", "divisor", "volumeName", "path"}, key)
}
