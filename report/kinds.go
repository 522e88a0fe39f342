package report

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/diff/kind"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// asked are the kinds that a report was narrowed to. A change names its kind, or
// its resource, or through its schema the kinds that it reaches; who asks may write
// any of these, or a short name.
type asked struct {
	names []kind.Name
	// known are kinds and resources of the two sides that the names mean.
	known map[askedKind]bool
}

// askedKind is a kind or resource, in small letters.
type askedKind struct {
	gv   discovery.GroupVersion
	name string
}

func kindsAsked(words []string, sides ...*discovery.Surface) *asked {
	if len(words) == 0 {
		return nil
	}
	a := &asked{known: map[askedKind]bool{}}
	for _, word := range words {
		a.names = append(a.names, kind.Parse(word))
	}
	for _, s := range sides {
		for gv, v := range s.EachVersion() {
			a.learn(gv, v)
		}
	}
	return a
}

func (a *asked) learn(gv discovery.GroupVersion, v *discovery.Version) {
	for i := range v.Resources {
		r := &v.Resources[i]
		if slices.ContainsFunc(a.names, func(n kind.Name) bool { return n.Means(gv, r) }) {
			a.known[askedKind{gv, strings.ToLower(r.Kind)}] = true
			a.known[askedKind{gv, r.Name}] = true
		}
	}
}

// admits tells whether a kind or resource was asked for.
func (a *asked) admits(gv discovery.GroupVersion, name string) bool {
	if name == "" {
		return false
	}
	if a.known[askedKind{gv, strings.ToLower(name)}] {
		return true
	}
	// What has no resource of its own, such as the kind of a subresource.
	return slices.ContainsFunc(a.names, func(n kind.Name) bool { return n.In(gv) && strings.EqualFold(n.Word, name) })
}

// change: the kind or resource of a change, or a kind that it reaches.
func (a *asked) change(c *diff.Change) bool {
	gv := discovery.GroupVersion{Group: c.Group, Version: c.Version}
	return a == nil || a.admits(gv, c.Kind) || a.admits(gv, c.Resource) || slices.ContainsFunc(c.Reaches, a.reach)
}

// reach: the kind that has a changed schema.
func (a *asked) reach(r rule.Reach) bool { return a.admits(r.GroupVersion(), r.Kind) }

// reaches leaves the paths of the kinds that were asked for, where some were.
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
