package report

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/diff/kind"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// asked are the kinds that a report is limited to. A change has a kind or a resource, or reaches
// kinds through its schema. The user may name any of these, or a short name.
type asked struct {
	names []kind.Name
	// known are the kinds and resources of both sides that the names select.
	known map[askedKind]bool
}

// askedKind is a kind or resource in lower case.
type askedKind struct {
	gv   discovery.GroupVersion
	name string
}

func kindsAsked(words []string, sides ...*discovery.Surface) *asked {
	if len(words) == 0 {
		return nil
	}
	a := &asked{names: slice.Map(words, kind.Parse), known: map[askedKind]bool{}}
	for _, s := range sides {
		for gv, v := range s.EachVersion() {
			for r := range slice.Each(v.Resources) {
				if slices.ContainsFunc(a.names, func(n kind.Name) bool { return n.Means(gv, r) }) {
					a.known[askedKind{gv, strings.ToLower(r.Kind)}] = true
					a.known[askedKind{gv, r.Name}] = true
				}
			}
		}
	}
	return a
}

func (a *asked) admits(gv discovery.GroupVersion, name string) bool {
	// Kinds of subresources have no resource of their own.
	return name != "" && (a.known[askedKind{gv, strings.ToLower(name)}] || slices.ContainsFunc(a.names, func(n kind.Name) bool { return n.In(gv) && strings.EqualFold(n.Word, name) }))
}

func (a *asked) change(c *diff.Change) bool {
	gv := discovery.GroupVersion{Group: c.Group, Version: c.Version}
	return a == nil || a.admits(gv, c.Kind) || a.admits(gv, c.Resource) || slices.ContainsFunc(c.Reaches, a.reach)
}

func (a *asked) reach(r rule.Reach) bool { return a.admits(r.GroupVersion(), r.Kind) }

// reaches returns the paths in selected kinds, or all paths if there are none.
func (a *asked) reaches(c *diff.Change) []rule.Reach {
	if a == nil {
		return c.Reaches
	}
	some := slices.DeleteFunc(slices.Clone(c.Reaches), func(r rule.Reach) bool { return !a.reach(r) })
	if len(some) == 0 {
		return c.Reaches
	}
	return some
}
