package scan

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// noteTree is note for an object of a manifest.
func (m *mentions) noteTree(gv discovery.GroupVersion, kind string, o *tree.Object) {
	rules := map[string]any{}
	for _, key := range []string{"rules", "webhooks"} {
		if i := o.Tree.Child(o.Root, key); i >= 0 {
			rules[key] = plain(o.Tree, i)
		}
	}
	// The references are looked for in the tree: most objects are large, and have none.
	m.note(gv, kind, rules)
	o.Tree.Children(o.Root, func(c int) bool {
		m.treeReferences(o.Tree, c)
		return true
	})
}

func (m *mentions) treeReferences(t *tree.Tree, i int) {
	if t.Nodes[i].Kind == tree.Map {
		version, kind := t.Child(i, "apiVersion"), t.Child(i, "kind")
		if version >= 0 && kind >= 0 && t.Nodes[version].Kind == tree.String && t.Nodes[kind].Kind == tree.String && t.Nodes[kind].Value != "" && t.Nodes[version].Value != "" {
			gv := discovery.ParseGroupVersion(strings.Clone(t.Nodes[version].Value))
			m.kinds[discovery.GroupVersionKind{Group: gv.Group, Version: gv.Version, Kind: strings.Clone(t.Nodes[kind].Value)}] = true
		}
	}
	t.Children(i, func(c int) bool {
		m.treeReferences(t, c)
		return true
	})
}

// plain is a value of a tree as JSON has it; texts only, which is what names are.
func plain(t *tree.Tree, i int) any {
	switch t.Nodes[i].Kind {
	case tree.Map:
		out := map[string]any{}
		t.Children(i, func(c int) bool {
			out[strings.Clone(t.Nodes[c].Key)] = plain(t, c)
			return true
		})
		return out
	case tree.List:
		var out []any
		t.Children(i, func(c int) bool {
			out = append(out, plain(t, c))
			return true
		})
		return out
	case tree.String:
		return strings.Clone(t.Nodes[i].Value)
	default:
		return nil
	}
}
