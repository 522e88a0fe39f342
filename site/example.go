package site

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/history"
	"github.com/kubedelta/kubedelta/report"
)

// mostFields is the largest number of fields in an example.
const mostFields = 8

// example returns a manifest with the fields that a release adds or removes, each with its type; "" if there are none.
func (b *builder) example(k *kindFacts, events []event, said func(e event) string) string {
	root := &node{}
	shown := 0
	for _, e := range events {
		if e.field == "" || shown == mostFields || !strings.HasPrefix(e.Change.Rule, rule.FieldAdded) && e.Change.Rule != rule.FieldRemoved {
			continue
		}
		if b.grow(root, k.known.Schema, strings.Split(e.path, "."), "# "+said(e)) {
			shown++
		}
	}
	if shown == 0 {
		return ""
	}
	var out strings.Builder
	out.WriteString("apiVersion: " + k.GroupVersion.String() + "\nkind: " + k.ResourceLifecycle.Kind + "\n")
	root.write(&out, "", "")
	return out.String()
}

// node is a field of an example with the fields below it.
type node struct {
	name, value string
	// list is set if the fields below are those of the elements of a list; keyed if they are those
	// of the values of a map.
	list, keyed bool
	below       []*node
}

// grow adds a path of fields below a type. It adds nothing if the path does not exist.
func (b *builder) grow(at *node, schema string, path []string, remark string) bool {
	var fields []*history.Field
	for _, name := range path {
		t, known := b.Types.Type(schema)
		if !known || t.Field(name) == nil {
			return false
		}
		f := t.Field(name)
		fields = append(fields, f)
		schema = f.Ref
	}
	for i, f := range fields {
		child := at.child(f.Name)
		child.list = strings.HasPrefix(f.Type, "[]")
		child.keyed = strings.HasPrefix(f.Type, "map[")
		if i == len(fields)-1 {
			child.value = "<" + f.Type + ">  " + remark
		}
		at = child
	}
	return true
}

func (n *node) child(name string) *node {
	i := slices.IndexFunc(n.below, func(c *node) bool { return c.name == name })
	if i < 0 {
		i, n.below = len(n.below), append(n.below, &node{name: name})
	}
	return n.below[i]
}

// write leaves out the fields of a new field, which are part of its type.
func (n *node) write(out *strings.Builder, indent, first string) {
	for i, c := range n.below {
		lead := indent
		if i == 0 && first != "" {
			lead = first
		}
		switch {
		case c.value != "":
			out.WriteString(lead + c.name + ": " + c.value + "\n")
		case c.list:
			out.WriteString(lead + c.name + ":\n")
			c.write(out, indent+"  ", indent+"- ")
		case c.keyed:
			out.WriteString(lead + c.name + ":\n" + indent + "  <key>:\n")
			c.write(out, indent+"    ", "")
		default:
			out.WriteString(lead + c.name + ":\n")
			c.write(out, indent+"  ", "")
		}
	}
}

func (v *view) examples(k *kindFacts, events []event) map[string]string {
	if k.known == nil || k.known.Schema == "" {
		return nil
	}
	byRelease := map[string][]event{}
	for _, e := range events {
		byRelease[e.Release.String()] = append(byRelease[e.Release.String()], e)
	}
	out := map[string]string{}
	for release, some := range byRelease {
		text := v.example(k, some, func(e event) string { return report.Said(e.Of(e.schema, e.field), v.w) })
		if text != "" {
			out[release] = text
		}
	}
	return out
}
