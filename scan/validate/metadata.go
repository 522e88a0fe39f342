package validate

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/carried"
)

// objectMeta is the end of the names of metadata's type, whose labels and annotations API servers
// check with code of apimachinery (ValidateObjectMeta).
const objectMeta = ".meta.v1.ObjectMeta"

// metadataTypes has the types that API servers decode metadata into, for definitions without the
// built-in schemas (apimachinery/pkg/apis/meta/v1/types.go, ObjectMeta).
func metadataTypes() *discovery.Schema {
	text := &discovery.Schema{Type: "string", Nullable: true}
	texts := &discovery.Schema{Type: "object", AdditionalProperties: text, Nullable: true}
	list := func(items *discovery.Schema) *discovery.Schema {
		return &discovery.Schema{Type: "array", Items: items, Nullable: true}
	}
	return &discovery.Schema{Type: "object", Properties: []discovery.Field{
		{Name: "annotations", Schema: texts}, {Name: "finalizers", Schema: list(text)}, {Name: "generateName", Schema: text}, {Name: "labels", Schema: texts},
		{Name: "name", Schema: text}, {Name: "namespace", Schema: text}, {Name: "ownerReferences", Schema: list(&discovery.Schema{Type: "object", Nullable: true})},
	}}
}

// metadata checks the keys of labels and annotations, the values of labels, finalizers, and owners.
func (x *check) metadata(node int, at string) {
	if x.dropped(at) {
		return
	}
	if at == "metadata" {
		x.owners(x.o.Tree.Child(node, "ownerReferences"))
	}
	for i, c := range x.items(x.o.Tree.Child(node, "finalizers")) {
		// Servers do not check those of templates.
		if n := &x.o.Tree.Nodes[c]; n.Kind == tree.String && (at == "metadata" || !x.kind.byCode) && len(validation.IsQualifiedName(n.Value)) > 0 {
			x.add(c, indexed(join(at, "finalizers"), i), x.written(c), "must be a name such as example.com/my-name"+x.butIs(c), rule.Breaking)
		}
	}
	for _, field := range []string{"labels", "annotations"} {
		entries := x.o.Tree.Child(node, field)
		if entries < 0 || x.o.Tree.Nodes[entries].Kind != tree.Map {
			continue
		}
		for c := range x.o.Tree.Each(entries) {
			n := &x.o.Tree.Nodes[c]
			path := join(join(at, field), n.Key)
			key := n.Key
			if field == "annotations" {
				key = strings.ToLower(key)
			}
			if len(validation.IsQualifiedName(key)) > 0 && !carried.Filled(key) {
				x.add(c, path, "", "is not a valid key: a key is a name such as my-name or example.com/my-name", rule.Breaking)
			}
			if field == "labels" && n.Kind == tree.String && len(validation.IsValidLabelValue(n.Value)) > 0 {
				x.add(c, path, x.written(c), "must be a label value (at most 63 letters, digits, -, _ and ., the first and the last a letter or digit)"+x.butIs(c), rule.Breaking)
			}
		}
	}
}

// owners checks that each owner has its fields (validateOwnerReference of apimachinery). A server does
// not check those of templates.
func (x *check) owners(list int) {
	for i, owner := range x.items(list) {
		for _, field := range []string{"apiVersion", "kind", "name", "uid"} {
			path := indexed("metadata.ownerReferences", i) + "." + field
			c := x.o.Tree.Child(owner, field)
			switch n := &x.o.Tree.Nodes[max(c, 0)]; {
			case x.o.Tree.Nodes[owner].Kind != tree.Map:
			case c < 0, n.Kind == tree.Null:
				x.missing(max(c, owner), path)
			case n.Kind == tree.String && n.Value == "":
				x.add(c, path, "", "must not be empty", rule.Breaking)
			}
		}
	}
}

// name checks the name of a whole object as API servers do (BeforeCreate of apiserver,
// ValidateObjectMeta of apimachinery). What contains an object may give it a name.
func (x *check) name() {
	t := x.o.Tree
	r := x.v.resource[x.kind.gv.WithKind(x.o.Kind)]
	metadata := t.Child(x.o.Root, "metadata")
	if x.confidential != nil || x.kind.byCode && !slices.Contains(r.Verbs, "get") || metadata >= 0 && t.Nodes[metadata].Kind != tree.Map && t.Nodes[metadata].Kind != tree.Null {
		return // servers only answer it; if metadata is not a map, that is a problem of its own
	}
	x.names(metadata, "metadata", nameFormOf(discovery.GroupKind{Group: x.kind.gv.Group, Kind: x.o.Kind}), r.Scope == discovery.Namespaced)
	at := max(metadata, x.o.Root)
	for _, field := range []string{"generateName", "name"} {
		c := t.Child(metadata, field)
		switch {
		case c < 0:
		case t.Nodes[c].Kind == tree.Null, t.Nodes[c].Kind == tree.String && t.Nodes[c].Value == "":
			at = c
		default:
			return
		}
	}
	x.unnamed(at)
}

// unnamed adds a missing name, which is only possible where something else usually gives it.
func (x *check) unnamed(node int) {
	const missing = "is required and missing, unless "
	switch {
	case x.kind.byCode && x.o.Kind == "LimitRange": // its strategy in k8s.io/kubernetes/pkg/registry gives it one
	case x.o.Origin.Chart != "":
		x.add(node, "metadata.name", "", missing+"other values of the chart set it", rule.Possible)
	case x.kind.byCode && (x.o.Kind == "Pod" || x.o.Kind == "PodTemplate"):
		// Jenkins and Spark read such files.
		x.add(node, "metadata.name", "", missing+"another tool creates pods from this file", rule.Possible)
	default:
		x.missing(node, "metadata.name")
	}
}
