package checker

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// agreement compares the fields that an object sets in two versions of its schema.
type agreement struct {
	t *tree.Tree
	// renamed has the new keys of nodes.
	renamed map[int]string
}

// object compares the fields of an object, except its type and metadata, which mean the same in all
// versions. It returns why the versions differ; "" if they do not.
func (a *agreement) object(root int, between *accord) string {
	if between == nil {
		return ""
	}
	d := a.fields(root, between, true)
	if d == nil {
		return ""
	}
	slices.Reverse(d.path)
	return strings.ReplaceAll(d.what, "%", strings.TrimPrefix(strings.Join(d.path, ""), "."))
}

type disagreement struct {
	// path has the segments from the place up to the object.
	path []string
	// what is the reason, with % for the place.
	what string
}

func (d *disagreement) in(segment string) *disagreement {
	d.path = append(d.path, segment)
	return d
}

// value compares a node; nil if there is no difference.
func (a *agreement) value(node int, between *accord) *disagreement {
	if between == nil {
		return nil
	}
	l := between.level()
	if l.differs != "" {
		return &disagreement{what: l.differs}
	}
	switch a.t.Nodes[node].Kind {
	case tree.Map:
		return a.fields(node, between, false)
	case tree.List:
		return a.each(node, l.items, "[]")
	default:
		return nil
	}
}

func (a *agreement) each(node int, between *accord, segment string) *disagreement {
	if between == nil {
		return nil
	}
	nodes := a.t.Nodes
	for c := node + 1; c < int(nodes[node].After); c = int(nodes[c].After) {
		if d := a.value(c, between); d != nil {
			return d.in(segment)
		}
	}
	return nil
}

func (a *agreement) fields(node int, between *accord, root bool) *disagreement {
	l := between.level()
	switch {
	case l.isMap:
		return a.each(node, l.values, "{}")
	case l.isOpen:
		return nil // neither version describes the content
	}
	nodes := a.t.Nodes
	for c := node + 1; c < int(nodes[node].After); c = int(nodes[c].After) {
		if d := a.field(c, between, root); d != nil {
			return d
		}
	}
	return a.missing(node, l, root)
}

// everywhere reports whether every object has a field, in all versions.
func everywhere(key string) bool { return key == "apiVersion" || key == "kind" || key == "metadata" }

func (a *agreement) field(c int, between *accord, root bool) *disagreement {
	n := &a.t.Nodes[c]
	if root && everywhere(n.Key) || n.Kind == tree.Null {
		return nil
	}
	f, known := between.level().fields[n.Key]
	if !known {
		return (&disagreement{what: "% is not a field of the old version"}).in("." + clip(n.Key))
	}
	if renamed := a.renamed[c]; renamed != "" {
		f = between.field(n.Key, renamed)
	}
	if !f.stays {
		return (&disagreement{what: "% is not a field of the new version"}).in("." + clip(n.Key))
	}
	if d := a.value(c, f.value); d != nil {
		return d.in("." + clip(n.Key))
	}
	return nil
}

// missing finds a field that the new version requires, or that has another default there.
func (a *agreement) missing(node int, l *accord, root bool) *disagreement {
	for _, d := range l.demands {
		if root && d.isField && everywhere(d.name) {
			continue
		}
		if !a.has(node, d.name) {
			return (&disagreement{what: d.what}).in("." + d.name)
		}
	}
	return nil
}

// has reports whether a map has a key, after the renames.
func (a *agreement) has(node int, key string) bool {
	nodes := a.t.Nodes
	for c := node + 1; c < int(nodes[node].After); c = int(nodes[c].After) {
		name := nodes[c].Key
		if renamed := a.renamed[c]; renamed != "" {
			name = renamed
		}
		if name == key && nodes[c].Kind != tree.Null {
			return true
		}
	}
	return false
}
