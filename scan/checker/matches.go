package checker

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// groupResource names a resource of a group, whatever the version.
type groupResource struct{ group, resource string }

// matched looks at a rule that names groups and resources: RBAC, webhooks,
// admission policies. Each way of naming something that is gone is found once.
func (v *visit) matched(node int, emit emitFunc) {
	t := v.o.Tree
	if !v.mayName(node) {
		return
	}
	parent := v.parent(node)
	m := &matching{
		checker: v.checker, t: t, rule: parent, list: v.parent(parent), groups: texts(t, node), groupsNode: node,
		resources: texts(t, t.Child(parent, "resources")), resourcesNode: t.Child(parent, "resources"),
		versions: texts(t, t.Child(parent, "apiVersions")), versionsNode: t.Child(parent, "apiVersions"),
	}
	if v.isText(node) {
		return
	}
	v.goneGroups(m, emit)
	v.goneVersions(m, emit)
	v.goneResources(m, emit)
}

// mayName: the rule names something that is gone, as far as a look without
// memory tells. Most rules do not.
func (v *visit) mayName(list int) bool {
	t := v.o.Tree
	parent := v.container(list)
	resources, versions := t.Child(parent, "resources"), t.Child(parent, "apiVersions")
	steps := 0
	for c := list + 1; c < int(t.Nodes[list].After); c = int(t.Nodes[c].After) {
		group := t.Nodes[c].Value
		if v.checker.goneGroups[group] {
			return true
		}
		if !v.checker.own[group] {
			continue
		}
		for r := resources + 1; resources >= 0 && r < int(t.Nodes[resources].After); r = int(t.Nodes[r].After) {
			if v.checker.goneResources[groupResource{group, base(t.Nodes[r].Value)}] {
				return true
			}
		}
		for n := versions + 1; versions >= 0 && n < int(t.Nodes[versions].After); n = int(t.Nodes[n].After) {
			if v.checker.goneVersions[discovery.GroupVersion{Group: group, Version: t.Nodes[n].Value}] {
				return true
			}
		}
		if steps += int(t.Nodes[parent].After) - parent; steps > maxLooks {
			return false
		}
	}
	return false
}

// maxLooks bounds the pairs of groups and resources that are looked up.
const maxLooks = 1_000_000

// matching is such a rule.
type matching struct {
	checker *Checker
	t       *tree.Tree
	// rule stands in list with its like; -1 for a rule that stands alone.
	rule, list                              int
	groups, resources, versions             []string
	groupsNode, resourcesNode, versionsNode int
}

// A hostile rule names a million of each. What would take more comparisons than
// these is not looked into; real rules take a few hundred.
const maxCompared = 20_000

func (m *matching) tooMany() bool {
	return len(m.groups)*max(1, len(m.resources))*max(1, len(m.versions)) > maxCompared
}

// goneGroup: a group of Kubernetes' own that the target has not any more.
func (c *Checker) goneGroup(group string) bool {
	return c.goneGroups[group]
}

func (v *visit) goneGroups(m *matching, emit emitFunc) {
	use := m.use(m.resources)
	v.o.Tree.Children(m.groupsNode, func(c int) bool {
		group := v.o.Tree.Nodes[c].Value
		if !v.checker.goneGroup(group) {
			return true
		}
		what := "names the group " + group + ", which is no longer served"
		v.matchFinding(c, group, what, use, v.checker.lastOf(group), m.successors(group), emit)
		return true
	})
}

// use is what a rule still does without something that is gone: all that it is for, all
// of it together with the other rules, or not.
type use string

const (
	useless   use = ""
	useOfRule use = "the rest of the rule works without it"
	useOfAll  use = "another rule has the replacement"
)

// use tells whether the target serves each of the resources in one of the rule's groups,
// or in one of another rule that does the same.
func (m *matching) use(resources []string) use {
	if len(resources) == 0 || m.tooMany() {
		return useless
	}
	if !slices.ContainsFunc(resources, func(r string) bool { return !m.served(base(r)) }) {
		return useOfRule
	}
	if !slices.ContainsFunc(resources, func(r string) bool { return !m.served(base(r)) && !m.elsewhere(r) }) {
		return useOfAll
	}
	return useless
}

// served: the target serves the resource in one of the rule's groups, or that is
// not for it to tell. The groups of other projects are not where a resource went that a
// group of Kubernetes' own had.
func (m *matching) served(resource string) bool {
	for _, g := range m.groups {
		if g == "*" || resource == "*" && !m.checker.goneGroup(g) || m.checker.servesResource(g, resource) || !m.checker.own[g] && !m.lost(resource) {
			return true
		}
	}
	return false
}

// lost: one of the rule's groups had the resource, and is gone.
func (m *matching) lost(resource string) bool {
	return slices.ContainsFunc(m.groups, func(g string) bool {
		return m.checker.goneGroup(g) && len(m.checker.resources[groupResource{g, resource}]) > 0
	})
}

// base is a resource without its subresource.
func base(resource string) string {
	resource, _, _ = strings.Cut(resource, "/")
	return resource
}

func (c *Checker) servesResource(group, resource string) bool {
	return c.served[groupResource{group, resource}]
}

// compileServed lists what the target serves, or could be told to serve: not what
// went and can be turned on for a last time.
func (c *Checker) compileServed() {
	c.served = map[groupResource]bool{}
	for _, g := range c.to.Groups {
		for _, version := range g.Versions {
			for i := range version.Resources {
				r := &version.Resources[i]
				if !r.Disabled || !r.Lifecycle.Removed.AtOrBefore(c.to.Release) {
					c.served[groupResource{g.Name, r.Name}] = true
				}
			}
		}
	}
}

// goneResources finds resources that no group of the rule serves any more.
func (v *visit) goneResources(m *matching, emit emitFunc) {
	if m.resourcesNode < 0 || m.tooMany() || v.o.Tree.Nodes[m.resourcesNode].Kind != treeList {
		return
	}
	v.o.Tree.Children(m.resourcesNode, func(c int) bool {
		written := v.o.Tree.Nodes[c].Value
		resource := base(written)
		if resource == "*" || resource == "" || m.served(resource) {
			return true
		}
		for _, g := range m.groups {
			if v.checker.goneGroup(g) {
				continue // said of the group
			}
			if lifecycle := v.checker.goneResource(g, resource); lifecycle != nil {
				what := "names " + resource + " of " + groupName(g) + ", which is no longer served in any version"
				v.matchFinding(c, written, what, m.use([]string{written}), lifecycle, m.successor(lifecycle, resource), emit)
				return true
			}
		}
		return true
	})
}

func groupName(group string) string {
	if group == "" {
		return "the core group"
	}
	return group
}

// goneResource is the last version of a resource that the target serves in none.
func (c *Checker) goneResource(group, resource string) *discovery.ResourceLifecycle {
	if c.servesResource(group, resource) || c.from != nil && !c.fromResource(group, resource) {
		return nil
	}
	var last *discovery.ResourceLifecycle
	for _, l := range c.resources[groupResource{group, resource}] {
		if !c.goneByDefault(l) || !c.to.speaksOf(l.GroupVersion, l.Resource) {
			return nil
		}
		if last == nil || discovery.CompareVersion(l.Version, last.Version) < 0 {
			last = l
		}
	}
	return last
}

// goneByDefault: the target does not serve it any more, though it may be turned on.
func (c *Checker) goneByDefault(l *discovery.ResourceLifecycle) bool {
	return c.gone(l) || c.to.Release.Known() && l.Removed.AtOrBefore(c.to.Release) && c.to.Fidelity.Disabled != discovery.None
}

func (c *Checker) fromResource(group, resource string) bool {
	g := c.from.Group(group)
	if g == nil {
		return false
	}
	return slices.ContainsFunc(g.Versions, func(version discovery.Version) bool { return version.Resource(resource) != nil })
}

// goneVersions finds versions that no group of the rule has any more. A webhook
// whose rule names only such versions is not called at all.
func (v *visit) goneVersions(m *matching, emit emitFunc) {
	if m.versionsNode < 0 || m.tooMany() || slices.Contains(m.groups, "*") || v.o.Tree.Nodes[m.versionsNode].Kind != treeList {
		return
	}
	use := useless
	if slices.ContainsFunc(m.versions, func(version string) bool { return version == "*" || m.hasVersion(version) }) {
		use = useOfRule
	}
	v.o.Tree.Children(m.versionsNode, func(c int) bool {
		version := v.o.Tree.Nodes[c].Value
		if version == "*" || m.hasVersion(version) {
			return true
		}
		for _, g := range m.groups {
			if v.checker.goneGroup(g) {
				continue
			}
			if lifecycle := m.goneVersion(g, version); lifecycle != nil {
				what := "names " + lifecycle.GroupVersion.String() + ", which is no longer served"
				v.matchFinding(c, version, what, use, lifecycle, m.successorVersion(lifecycle), emit)
				return true
			}
		}
		return true
	})
}

// hasVersion: a group of the rule has the version with one of its resources, or
// that is not for the target to tell.
func (m *matching) hasVersion(version string) bool {
	for _, g := range m.groups {
		if !m.checker.own[g] {
			return true
		}
		v := m.checker.to.GroupVersion(discovery.GroupVersion{Group: g, Version: version})
		if v == nil {
			continue
		}
		for i := range v.Resources {
			if m.names(v.Resources[i].Name) {
				return true
			}
		}
	}
	return false
}

func (m *matching) names(resource string) bool {
	return len(m.resources) == 0 || slices.ContainsFunc(m.resources, func(r string) bool { return base(r) == "*" || base(r) == resource })
}

func (m *matching) goneVersion(group, version string) *discovery.ResourceLifecycle {
	gv := discovery.GroupVersion{Group: group, Version: version}
	for _, l := range m.checker.sortedLifecycles[gv] {
		if !m.names(l.Resource) || !m.checker.gone(l) || !m.checker.to.speaksOf(gv, l.Resource) {
			continue
		}
		if m.checker.from == nil || m.checker.from.Resource(gv, l.Resource) != nil {
			return l
		}
	}
	return nil
}

// matchFinding emits what a rule names in vain. Where the rest does what the rule is for,
// that is worth knowing and no more. Instead is what to name in its place, in the words of
// such a rule: groups and resources, not kinds.
func (v *visit) matchFinding(node int, value, what string, use use, lifecycle *discovery.ResourceLifecycle, instead successor, emit emitFunc) {
	severity := rule.Info
	if use == useless {
		severity = rule.Risky
	}
	f := v.finding(ReferenceRemoved, severity, node)
	f.Field, f.Value = v.path(node), clip(value)
	f.Message = clip(what)
	if lifecycle != nil {
		f.Introduced, f.Deprecated, f.Removed = lifecycle.Introduced, lifecycle.Deprecated, lifecycle.Removed
	}
	f.Migration = []string{"Remove it from the list"}
	switch {
	case use != useless:
		f.Message += "; " + string(use)
	case instead.words != "":
		f.Message += "; use " + instead.words
		f.Replacement, f.ReplacementServed = instead.kind, instead.kind != nil
		f.Migration = []string{"Add the replacement: " + instead.words, "Remove the old name from the list"}
	}
	v.emit(f, Mark{Node: node, Plan: Plan{Steps: f.Migration, Why: "permissions must be decided manually"}}, emit)
}

// lastOf is the resource of a gone group that went last.
func (c *Checker) lastOf(group string) (last *discovery.ResourceLifecycle) {
	for _, l := range c.groupLifecycles[group] {
		if last == nil || last.Removed.Compare(l.Removed) < 0 {
			last = l
		}
	}
	return last
}

// compileGroups finds which groups, resources and versions the target has lost:
// a rule that names none of them is not looked at twice.
func (c *Checker) compileGroups(lifecycles []discovery.ResourceLifecycle) {
	c.compileServed()
	c.goneGroups, c.goneResources, c.goneVersions = map[string]bool{}, map[groupResource]bool{}, map[discovery.GroupVersion]bool{}
	c.groupLifecycles, c.sortedLifecycles = map[string][]*discovery.ResourceLifecycle{}, map[discovery.GroupVersion][]*discovery.ResourceLifecycle{}
	for i := range lifecycles {
		l := &lifecycles[i]
		c.groupLifecycles[l.Group] = append(c.groupLifecycles[l.Group], l)
		c.sortedLifecycles[l.GroupVersion] = append(c.sortedLifecycles[l.GroupVersion], l)
		if c.gone(l) {
			c.goneVersions[l.GroupVersion] = true
		}
	}
	for group, all := range c.groupLifecycles {
		some := false
		gone := c.to.Group(group) == nil && (c.from == nil || c.from.Group(group) != nil)
		for _, l := range all {
			some = some || c.gone(l)
			gone = gone && (c.gone(l) || c.to.Release.Known() && !l.Introduced.AtOrBefore(c.to.Release)) && c.to.speaksOf(l.GroupVersion, l.Resource)
		}
		if gone && some {
			c.goneGroups[group] = true
		}
	}
	for gr := range c.resources {
		if c.goneResource(gr.group, gr.resource) != nil {
			c.goneResources[gr] = true
		}
	}
}
