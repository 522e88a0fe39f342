package judge

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/scan/tree"
)

// agreement holds the fields that an object uses against two versions of its
// schema.
type agreement struct {
	t *tree.Tree
	// renamed holds the new keys of nodes.
	renamed map[int]string
}

// object compares the fields of an object, but for its type and its metadata,
// which mean the same in all versions. The answer is why they differ, "" if they
// do not.
func (a *agreement) object(root int, before, after *shape) string {
	d := a.fields(root, before, after, true)
	if d == nil {
		return ""
	}
	slices.Reverse(d.path)
	return strings.ReplaceAll(d.what, "%", strings.TrimPrefix(strings.Join(d.path, ""), "."))
}

// disagreement is one place where two versions differ.
type disagreement struct {
	// path leads from the place up to the object.
	path []string
	// what tells it, with a % for the place.
	what string
}

func (d *disagreement) in(segment string) *disagreement {
	d.path = append(d.path, segment)
	return d
}

// value compares a node; nil for no difference.
func (a *agreement) value(node int, before, after *shape) *disagreement {
	if before == nil || after == nil {
		if before == after {
			return nil
		}
		return &disagreement{what: "% is described in one of the versions only"}
	}
	if before.Type != after.Type || before.Format != after.Format {
		return &disagreement{what: "% has another type in the new version"}
	}
	switch a.t.Nodes[node].Kind {
	case tree.Map:
		return a.fields(node, before, after, false)
	case tree.List:
		return a.each(node, before.of(before.Items), after.of(after.Items), "[]")
	default:
		return nil
	}
}

func (a *agreement) each(node int, before, after *shape, segment string) (d *disagreement) {
	a.t.Children(node, func(c int) bool {
		if d = a.value(c, before, after); d != nil {
			d = d.in(segment)
		}
		return d == nil
	})
	return d
}

func (a *agreement) fields(node int, before, after *shape, root bool) (d *disagreement) {
	if before.AdditionalProperties != nil && after.AdditionalProperties != nil {
		return a.each(node, before.of(before.AdditionalProperties), after.of(after.AdditionalProperties), "{}")
	}
	if len(before.Properties) == 0 && len(after.Properties) == 0 {
		return nil // whatever is in it, neither version tells
	}
	a.t.Children(node, func(c int) bool {
		d = a.field(c, before, after, root)
		return d == nil
	})
	if d != nil {
		return d
	}
	return a.missing(node, before, after, root)
}

// everywhere are the fields that each object has, whatever its version.
func everywhere(key string) bool { return key == "apiVersion" || key == "kind" || key == "metadata" }

func (a *agreement) field(c int, before, after *shape, root bool) *disagreement {
	n := &a.t.Nodes[c]
	key := n.Key
	if root && everywhere(key) || n.Kind == tree.Null {
		return nil
	}
	if before.Field(key) == nil {
		return (&disagreement{what: "% is no field of the old version"}).in("." + clip(key))
	}
	to := key
	if renamed := a.renamed[c]; renamed != "" {
		to = renamed
	}
	if after.Field(to) == nil {
		return (&disagreement{what: "% is no field of the new version"}).in("." + clip(key))
	}
	if n.Kind != tree.Map && n.Kind != tree.List {
		was, is := before.Field(key).Schema, after.Field(to).Schema
		if was.Ref == "" && is.Ref == "" && was.Type == is.Type && was.Format == is.Format {
			return nil
		}
	}
	if d := a.value(c, before.child(key), after.child(to)); d != nil {
		return d.in("." + clip(key))
	}
	return nil
}

// missing: what is not written means the same in both versions, and the new one
// does not demand it.
func (a *agreement) missing(node int, before, after *shape, root bool) *disagreement {
	defaults := before.surface.Fidelity.Defaults == discovery.All && after.surface.Fidelity.Defaults == discovery.All
	for i := range after.Properties {
		f := &after.Properties[i]
		was := before.Field(f.Name)
		demanded := f.Required && (was == nil || !was.Required)
		differs := defaults && was != nil && otherDefault(was.Schema.Default, f.Schema.Default)
		if !demanded && !differs || root && everywhere(f.Name) || a.has(node, f.Name) {
			continue
		}
		if demanded {
			return (&disagreement{what: "the new version demands %"}).in("." + f.Name)
		}
		return (&disagreement{what: "% has another default in the new version"}).in("." + f.Name)
	}
	for _, name := range after.RequiredElsewhere {
		if !slices.Contains(before.RequiredElsewhere, name) && !a.has(node, name) {
			return (&disagreement{what: "the new version demands %"}).in("." + name)
		}
	}
	return nil
}

// has: the map has the key, as it will be called.
func (a *agreement) has(node int, key string) bool {
	found := false
	a.t.Children(node, func(c int) bool {
		name := a.t.Nodes[c].Key
		if renamed := a.renamed[c]; renamed != "" {
			name = renamed
		}
		found = name == key && a.t.Nodes[c].Kind != tree.Null
		return !found
	})
	return found
}

// otherDefault: both versions tell a default, and not the same. Documents write the
// zero value for every field that is no pointer in Go, which tells nothing; nor
// does a default that only one of the versions writes down, for most stand in code.
func otherDefault(before, after string) bool {
	zero := func(s string) bool {
		return s == "" || s == `""` || s == "0" || s == "false" || s == "{}" || s == "null"
	}
	return before != after && !zero(before) && !zero(after)
}
