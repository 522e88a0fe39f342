package secret

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

type look struct {
	h *Hidden
	t *tree.Tree
}

// mode is what a value is in.
type mode uint8

const (
	// open: only what is a credential by its key or form is hidden.
	open mode = iota
	// all: everything is hidden.
	all
	// variables: a list or map of environment variables or headers.
	variables
	// source: the source of the value of a variable.
	source
	// secrets: the items are Secrets.
	secrets
)

func (l *look) value(node int, in mode) {
	switch n := &l.t.Nodes[node]; n.Kind {
	case tree.Map:
		l.mapping(node, in)
	case tree.List:
		for c := range l.t.Each(node) {
			l.item(c, in)
		}
	default:
		if in != open || n.Kind == tree.String && Text(n.Value) {
			l.h.hide(l.t, node)
		}
	}
}

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

func (l *look) mapping(node int, in mode) {
	kind := ""
	if k := l.t.Child(node, "kind"); k >= 0 && in == open {
		kind = l.t.Nodes[k].Value
	}
	if kind == "Secret" {
		l.object(node)
		return
	}
	for c := range l.t.Each(node) {
		n := &l.t.Nodes[c]
		switch {
		case in == source && sourceField(n.Key) && n.Kind != tree.Map && n.Kind != tree.List:
		case in != open:
			l.value(c, in)
		case kind == "SecretList" && n.Key == "items":
			l.value(c, secrets)
		case l.isSchema(c):
			l.schema(c, modeOf(n))
		default:
			l.value(c, modeOf(n))
		}
	}
}

// isSchema reports whether a value is the schema of a field, as in a CustomResourceDefinition.
func (l *look) isSchema(node int) bool {
	if named := l.t.Child(node, "type"); named >= 0 {
		return slices.Contains([]string{"array", "boolean", "integer", "number", "object", "string"}, l.t.Nodes[named].Value)
	}
	return l.t.Child(node, "properties") >= 0 && l.t.Child(node, "description") >= 0 // of old versions of controller-gen
}

// schema walks through the schema of a field. If the values of the field are hidden, only the keywords
// of schemas are shown, because a map with a type need not be a schema.
func (l *look) schema(node int, in mode) {
	for c := range l.t.Each(node) {
		switch n := &l.t.Nodes[c]; {
		case n.Key == "description" && n.Kind == tree.String: // "The key of the secret to select from"
		case in == open && l.isSchema(c):
			l.schema(c, modeOf(n))
		case in == open:
			l.value(c, modeOf(n))
		case slices.Contains([]string{"properties", "allOf", "anyOf", "oneOf"}, n.Key):
			for below := range l.t.Each(c) {
				l.keyword(below, in)
			}
		default:
			l.keyword(c, in)
		}
	}
}

// keyword walks through a part of a schema whose values are hidden.
func (l *look) keyword(node int, in mode) {
	n := &l.t.Nodes[node]
	words := []string{"type", "format", "nullable", "required", "pattern", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "uniqueItems"}
	switch {
	case l.isSchema(node):
		l.schema(node, in)
	case !slices.Contains(words, n.Key) && !strings.HasPrefix(n.Key, "x-kubernetes-"):
		l.value(node, in)
	}
}

// object walks through a Secret: everything is hidden except its identity.
func (l *look) object(node int) {
	for c := range l.t.Each(node) {
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
	}
}

// metadata walks through the metadata of a Secret, which may have a copy in an annotation.
func (l *look) metadata(node int) {
	for c := range l.t.Each(node) {
		switch l.t.Nodes[c].Key {
		case "name", "generateName", "namespace", "labels", "ownerReferences", "finalizers", "managedFields", "uid", "resourceVersion",
			"generation", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds", "selfLink", "clusterName":
			l.value(c, open)
		default:
			l.value(c, all)
		}
	}
}

// variable walks through one environment variable. Its name is not hidden.
func (l *look) variable(node int) {
	for c := range l.t.Each(node) {
		n := &l.t.Nodes[c]
		switch {
		case n.Key == "name" && n.Kind != tree.Map && n.Kind != tree.List:
		case n.Key == "valueFrom":
			l.value(c, source)
		default:
			l.value(c, all)
		}
	}
}

// sourceField reports whether a field of a variable's source is a name.
func sourceField(key string) bool {
	return slices.Contains([]string{"name", "key", "optional", "apiVersion", "fieldPath", "containerName", "resource", "divisor", "volumeName", "path"}, key)
}
