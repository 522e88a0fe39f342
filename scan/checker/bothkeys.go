package checker

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/form"
)

// oldestNodes is the oldest release that nodes may run. Nodes are upgraded one by one, from the
// release of Target.From.
func (c *Checker) oldestNodes() discovery.Release {
	if c.from != nil && c.from.Release.Known() {
		return c.from.Release
	}
	return c.to.Release
}

// keyPlace is the place of a key that a scheduler compares with nodes.
type keyPlace struct {
	// item has the key and is in list.
	item, list int
	// term has the list and is in terms, if the list is one of expressions.
	term, terms int
}

func (v *visit) keyPlace(node int) keyPlace {
	var at keyPlace
	for _, level := range []*int{&at.item, &at.list, &at.term, &at.terms} {
		if node >= 0 {
			node = v.parent(node)
		}
		*level = node
	}
	return at
}

func (v *visit) keyed(node int, suffix string) bool {
	return node >= 0 && strings.HasSuffix(strings.ToLower(v.o.Tree.Nodes[node].Key), suffix)
}

// keyPlan adds the new key beside the old one, as long as there may be nodes of both kinds.
func (v *visit) keyPlan(node int, f *fact, as context) Plan {
	at, t := v.keyPlace(node), v.o.Tree
	plan := Plan{Steps: []string{"Write " + f.Rename + " as well, and remove " + f.Word + " when no node runs " + f.Both.String() + " or older"}}
	copied, in := at.item, at.list
	switch {
	case as == asTaint && v.keyed(at.list, "tolerations"):
	case as == asTaint:
		plan.Why = "pods may tolerate the taint by its old name"
		return plan
	case negative(t, at.item):
		// All expressions of a term must match.
	case v.keyed(at.terms, "nodeselectorterms"):
		// One of the terms must match.
		copied, in = at.term, at.terms
	default:
		plan.Why = "nodes of both kinds may exist, and both keys cannot be written here"
		return plan
	}
	plan.Fixable, plan.Wrote = true, f.Rename
	plan.Rewrite = func(s *form.Form) string {
		list, _ := s.Find(in)
		if list == nil {
			return "another change edits the same text"
		}
		added := form.Of(t, copied)
		key, _ := added.Find(node)
		key.Value = f.Rename
		items := list.Parts()
		i := slices.IndexFunc(items, func(p *form.Form) bool { return p.Old == copied })
		list.Set(slices.Insert(slices.Clone(items), i+1, added)...)
		return ""
	}
	return plan
}

// negative reports whether an expression excludes nodes.
func negative(t *tree.Tree, expression int) bool {
	operator := t.Text(expression, "operator")
	return operator == "NotIn" || operator == "DoesNotExist"
}

// selectsBoth reports whether an equal expression about the new name is beside that about the old.
func (v *visit) selectsBoth(node int, f *fact) bool {
	at, t := v.keyPlace(node), v.o.Tree
	if t.Nodes[node].Key != "key" || at.term < 0 || !v.keyed(at.list, "expressions") {
		return false
	}
	if negative(t, at.item) {
		return v.expresses(at.list, at.item, f)
	}
	if !v.keyed(at.terms, "nodeselectorterms") {
		return false
	}
	return anyChild(t, at.terms, maxSegments, func(term int) bool {
		return term != at.term && v.expresses(t.Child(term, t.Nodes[at.list].Key), at.item, f)
	})
}

// expresses reports whether a list has the expression with the new name instead of the old one.
func (v *visit) expresses(list, expression int, f *fact) bool {
	t := v.o.Tree
	operator := t.Text(expression, "operator")
	return anyChild(t, list, maxSegments, func(other int) bool {
		return t.Text(other, "key") == f.Rename && t.Text(other, "operator") == operator
	})
}
