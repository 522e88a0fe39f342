package validate

import (
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

// metadata checks the keys of labels and annotations, and the values of labels.
func (x *check) metadata(node int, at string) {
	if x.dropped(at) {
		return
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
