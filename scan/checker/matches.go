package checker

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// PreflightRole is the name of the ClusterRole that kubedelta preflight --print-rbac prints. It lists
// resources of all releases, because they are what preflight looks for.
const PreflightRole = "kubedelta-preflight"

// matched checks a rule that names groups and resources: of RBAC, a webhook or an admission policy.
// Each removed thing is reported once, as a group, a version or a resource.
func (v *visit) matched(node int, emit emitFunc) {
	t, in := v.o.Tree, v.container(node)
	v.unfilled(unfilledRules, node, versionsOf(t, in), t.Child(in, "resources"), t.Child(in, "kinds"))
	if t.Nodes[node].Kind != tree.List || v.o.Kind == "ClusterRole" && v.o.Name == PreflightRole || !v.mayName(node) {
		return
	}
	parent := v.parent(node)
	if v.isText(node) {
		return
	}
	m := &matching{
		checker: v.checker, t: t, rule: parent, list: v.parent(parent), groups: texts(t, node), groupsNode: node,
		versionsNode: versionsOf(t, parent),
	}
	m.resourcesNode, m.byKind = resourcesOf(t, parent)
	m.resources, m.versions = texts(t, m.resourcesNode), texts(t, m.versionsNode)
	if m.tooMany() {
		v.checker.pass(v.o, "rules that list too many groups and resources")
	}
	v.goneGroups(m, emit)
	v.goneVersions(m, emit)
	v.goneResources(m, emit)
}

// resourcesOf is the list of resources of a rule, or of kinds, as in constraints of Gatekeeper.
func resourcesOf(t *tree.Tree, rule int) (list int, byKind bool) {
	if list = t.Child(rule, "resources"); list >= 0 {
		return list, false
	}
	list = t.Child(rule, "kinds")
	return list, list >= 0
}

// versionsOf is the list of versions of a rule; in mutations of Gatekeeper it has another name.
func versionsOf(t *tree.Tree, rule int) int {
	if list := t.Child(rule, "apiVersions"); list >= 0 {
		return list
	}
	return t.Child(rule, "versions")
}

// mayName reports, without an allocation, whether the rule may name something that is gone.
func (v *visit) mayName(list int) bool {
	t := v.o.Tree
	parent := v.container(list)
	resources, byKind := resourcesOf(t, parent)
	versions := versionsOf(t, parent)
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
			name := base(t.Nodes[r].Value)
			if byKind {
				name = v.checker.resourceOfKind[discovery.GroupKind{Group: group, Kind: t.Nodes[r].Value}]
			}
			if v.checker.goneResources[discovery.GroupResource{Group: group, Resource: name}] {
				return true
			}
		}
		for n := versions + 1; versions >= 0 && n < int(t.Nodes[versions].After); n = int(t.Nodes[n].After) {
			if v.checker.goneVersions[discovery.GroupVersion{Group: group, Version: t.Nodes[n].Value}] {
				return true
			}
		}
		if steps += int(t.Nodes[parent].After) - parent; steps > maxLooks {
			return true // matched checks them, or records that they are too many
		}
	}
	return false
}

// maxLooks is how many pairs of groups and resources are looked up.
const maxLooks = 1_000_000

type matching struct {
	checker *Checker
	t       *tree.Tree
	// rule is in list; list is -1 if the rule is in no list.
	rule, list                              int
	groups, resources, versions             []string
	groupsNode, resourcesNode, versionsNode int
	// byKind: the rule names kinds, not resources.
	byKind bool
}

// A hostile rule may name a million of each. Rules that need more comparisons than this are not
// checked; real ones need a few hundred.
const maxCompared = 20_000

func (m *matching) tooMany() bool {
	return len(m.groups)*max(1, len(m.resources))*max(1, len(m.versions)) > maxCompared
}

func (v *visit) goneGroups(m *matching, emit emitFunc) {
	use := m.use(m.resources)
	for c := range m.t.Each(m.groupsNode) {
		if group := m.t.Nodes[c].Value; v.checker.goneGroups[group] {
			what := "lists the group " + group + ", which is no longer served"
			v.matchFinding(c, group, what, use, v.checker.lastOf(group), m.successors(group), emit)
		}
	}
}

// use is what a rule still does without something that is gone.
type use string

const (
	useless   use = ""
	useOfRule use = "the rest of the rule works without it"
	useOfAll  use = "another rule has the replacement"
)

// use reports whether the target serves each of the resources in one of the rule's groups, or in
// one of another rule with the same effect.
func (m *matching) use(resources []string) use {
	if len(resources) == 0 || m.tooMany() {
		return useless
	}
	if !slices.ContainsFunc(resources, func(r string) bool { return !m.served(m.resource(r)) }) {
		return useOfRule
	}
	if !slices.ContainsFunc(resources, func(r string) bool { return !m.served(m.resource(r)) && !m.elsewhere(r) }) {
		return useOfAll
	}
	return useless
}

// served reports whether the target serves the resource in one of the rule's groups, or has no data
// about one of them. A group of another project does not count if the resource was in a removed
// group of Kubernetes, because it did not move there.
func (m *matching) served(resource string) bool {
	return slices.ContainsFunc(m.groups, func(g string) bool {
		return g == "*" || resource == "*" && !m.checker.goneGroups[g] || m.checker.served[discovery.GroupResource{Group: g, Resource: resource}] || !m.checker.own[g] && !m.lost(resource)
	})
}

// lost reports whether the resource was in one of the rule's groups that is gone.
func (m *matching) lost(resource string) bool {
	return slices.ContainsFunc(m.groups, func(g string) bool {
		return m.checker.goneGroups[g] && len(m.checker.resources[discovery.GroupResource{Group: g, Resource: resource}]) > 0
	})
}

// resource is the resource that the rule names, without its subresource.
func (m *matching) resource(written string) string {
	if !m.byKind {
		return base(written)
	}
	for _, g := range m.groups {
		if name := m.checker.resourceOfKind[discovery.GroupKind{Group: g, Kind: written}]; name != "" {
			return name
		}
	}
	return written
}

// base is the name of a resource without its subresource.
func base(resource string) string {
	resource, _, _ = strings.Cut(resource, "/")
	return resource
}

// goneResources reports resources that no group of the rule serves any more.
func (v *visit) goneResources(m *matching, emit emitFunc) {
	if m.tooMany() {
		return
	}
	for c := range items(m.t, m.resourcesNode) {
		written := m.t.Nodes[c].Value
		resource := m.resource(written)
		if resource == "*" || resource == "" || m.served(resource) {
			continue
		}
		for _, g := range m.groups {
			if v.checker.goneGroups[g] {
				continue // goneGroups reports the group
			}
			if lifecycle := v.checker.goneResource(g, resource); lifecycle != nil {
				what := "lists " + base(written) + " of " + groupName(g) + ", which is no longer served in any version"
				v.matchFinding(c, written, what, m.use([]string{written}), lifecycle, v.checker.successor(lifecycle, resource), emit)
				break
			}
		}
	}
}

func groupName(group string) string {
	if group == "" {
		return "the core group"
	}
	return group
}

// goneResource is the most stable version of a resource that the target does not serve; or nil.
func (c *Checker) goneResource(group, resource string) *discovery.ResourceLifecycle {
	all := c.resources[discovery.GroupResource{Group: group, Resource: resource}]
	if c.served[discovery.GroupResource{Group: group, Resource: resource}] || c.from != nil && !c.from.hasResource(group, resource) ||
		slices.ContainsFunc(all, func(l *discovery.ResourceLifecycle) bool {
			return !c.goneByDefault(l) || !c.to.speaksOf(l.GroupVersion, l.Resource)
		}) {
		return nil
	}
	return mostStable(all)
}

// mostStable is the lifecycle of the most stable version, of equal ones of that which was served
// longest; nil if there is none.
func mostStable(all []*discovery.ResourceLifecycle) *discovery.ResourceLifecycle {
	if len(all) == 0 {
		return nil
	}
	return slices.MinFunc(all, func(a, b *discovery.ResourceLifecycle) int {
		return cmp.Or(discovery.CompareVersion(a.Version, b.Version), b.Removed.Compare(a.Removed), strings.Compare(a.Group, b.Group))
	})
}

// goneByDefault reports whether the target no longer serves a resource by default.
func (c *Checker) goneByDefault(l *discovery.ResourceLifecycle) bool {
	return c.gone(l) || l.Removed.AtOrBefore(c.to.Release) && c.to.Fidelity.Disabled != discovery.None
}

// goneVersions reports versions that no group of the rule has any more. A webhook whose rule names
// only such versions is not called.
func (v *visit) goneVersions(m *matching, emit emitFunc) {
	if m.tooMany() || slices.Contains(m.groups, "*") {
		return
	}
	use := useless
	if slices.ContainsFunc(m.versions, func(version string) bool { return version == "*" || m.hasVersion(version) }) {
		use = useOfRule
	}
	for c := range items(m.t, m.versionsNode) {
		version := m.t.Nodes[c].Value
		if version == "*" || m.hasVersion(version) {
			continue
		}
		for _, g := range m.groups {
			if v.checker.goneGroups[g] {
				continue
			}
			if lifecycle := m.goneVersion(g, version); lifecycle != nil {
				what := "lists " + lifecycle.GroupVersion.String() + ", which is no longer served"
				v.matchFinding(c, version, what, use, lifecycle, m.successorVersion(lifecycle), emit)
				break
			}
		}
	}
}

// hasVersion reports whether a group of the rule has the version with one of the rule's resources,
// or the target has no data about it.
func (m *matching) hasVersion(version string) bool {
	for _, g := range m.groups {
		if !m.checker.own[g] {
			return true
		}
		v := m.checker.to.GroupVersion(discovery.GroupVersion{Group: g, Version: version})
		if v != nil && slice.Find(v.Resources, func(r *discovery.Resource) bool { return m.names(r.Name) }) != nil {
			return true
		}
	}
	return false
}

func (m *matching) names(resource string) bool {
	return len(m.resources) == 0 || slices.ContainsFunc(m.resources, func(r string) bool { return m.resource(r) == "*" || m.resource(r) == resource })
}

func (m *matching) goneVersion(group, version string) *discovery.ResourceLifecycle {
	for _, l := range m.checker.versionLifecycles[discovery.GroupVersion{Group: group, Version: version}] {
		if m.names(l.Resource) && m.checker.lost(l) {
			return l
		}
	}
	return nil
}

// matchFinding emits a name in a rule that matches nothing. The severity is info if the rest of the
// rules has the same effect. instead is what to name in its place, as groups and resources.
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
	plan := Plan{Steps: []string{"Remove it from the list"}, Why: "permissions must be decided manually"}
	switch {
	case use != useless:
		f.Message += "; " + string(use)
	case instead.words != "":
		f.Message += "; use " + instead.words
		f.Replacement, f.ReplacementServed = instead.kind, instead.kind != nil
		plan.Steps = []string{"Add the replacement: " + instead.words, "Remove the old name from the list"}
	}
	v.report(f, node, plan, emit)
}

// lastOf is the resource of a removed group that was removed last.
func (c *Checker) lastOf(group string) *discovery.ResourceLifecycle {
	return slices.MaxFunc(c.groupLifecycles[group], func(a, b *discovery.ResourceLifecycle) int { return a.Removed.Compare(b.Removed) })
}

// goneOrLater reports whether the target has data about a resource and does not serve it,
// because it was removed or is added later.
func (c *Checker) goneOrLater(l *discovery.ResourceLifecycle) bool {
	to := c.to.Release
	return (c.gone(l) || to.Known() && !l.Introduced.AtOrBefore(to)) && c.to.speaksOf(l.GroupVersion, l.Resource)
}

// compileGroups finds which groups, resources and versions the target no longer has.
func (c *Checker) compileGroups() {
	for gv, r := range c.to.EachResource() {
		// A resource that can be enabled for one more release does not count.
		if !r.Disabled || !r.Lifecycle.Removed.AtOrBefore(c.to.Release) {
			c.served[discovery.GroupResource{Group: gv.Group, Resource: r.Name}] = true
		}
	}
	for gv, all := range c.versionLifecycles {
		c.goneVersions[gv] = slices.ContainsFunc(all, c.gone)
	}
	for group, all := range c.groupLifecycles {
		if c.to.Group(group) == nil && (c.from == nil || c.from.Group(group) != nil) && slices.ContainsFunc(all, c.gone) &&
			!slices.ContainsFunc(all, func(l *discovery.ResourceLifecycle) bool { return !c.goneOrLater(l) }) {
			c.goneGroups[group] = true
		}
	}
	for gr := range c.resources {
		if c.goneResource(gr.Group, gr.Resource) != nil {
			c.goneResources[gr] = true
		}
	}
}
