package judge

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
		j: v.j, t: t, rule: parent, list: v.parent(parent), groups: texts(t, node), groupsNode: node,
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
		if v.j.goneGroups[group] {
			return true
		}
		if !v.j.own[group] {
			continue
		}
		for r := resources + 1; resources >= 0 && r < int(t.Nodes[resources].After); r = int(t.Nodes[r].After) {
			if v.j.goneResources[groupResource{group, base(t.Nodes[r].Value)}] {
				return true
			}
		}
		for n := versions + 1; versions >= 0 && n < int(t.Nodes[versions].After); n = int(t.Nodes[n].After) {
			if v.j.goneVersions[discovery.GroupVersion{Group: group, Version: t.Nodes[n].Value}] {
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
	j *Judge
	t *tree.Tree
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
func (j *Judge) goneGroup(group string) bool {
	return j.goneGroups[group]
}

func (v *visit) goneGroups(m *matching, emit emitFunc) {
	use := m.use(m.resources)
	v.o.Tree.Children(m.groupsNode, func(c int) bool {
		group := v.o.Tree.Nodes[c].Value
		if !v.j.goneGroup(group) {
			return true
		}
		what := "names the group " + group + ", which is no longer served"
		v.matchFinding(c, group, what, use, v.j.lastOf(group), m.successors(group), emit)
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
		if g == "*" || resource == "*" && !m.j.goneGroup(g) || m.j.servesResource(g, resource) || !m.j.own[g] && !m.lost(resource) {
			return true
		}
	}
	return false
}

// lost: one of the rule's groups had the resource, and is gone.
func (m *matching) lost(resource string) bool {
	return slices.ContainsFunc(m.groups, func(g string) bool { return m.j.goneGroup(g) && len(m.j.resources[groupResource{g, resource}]) > 0 })
}

// base is a resource without its subresource.
func base(resource string) string {
	resource, _, _ = strings.Cut(resource, "/")
	return resource
}

func (j *Judge) servesResource(group, resource string) bool {
	return j.served[groupResource{group, resource}]
}

// compileServed lists what the target serves, or could be told to serve: not what
// went and can be turned on for a last time.
func (j *Judge) compileServed() {
	j.served = map[groupResource]bool{}
	for _, g := range j.to.Groups {
		for _, version := range g.Versions {
			for i := range version.Resources {
				r := &version.Resources[i]
				if !r.Disabled || !r.Lifecycle.Removed.AtOrBefore(j.to.Release) {
					j.served[groupResource{g.Name, r.Name}] = true
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
			if v.j.goneGroup(g) {
				continue // said of the group
			}
			if life := v.j.goneResource(g, resource); life != nil {
				what := "names " + resource + " of " + groupName(g) + ", which is no longer served in any version"
				v.matchFinding(c, written, what, m.use([]string{written}), life, m.successor(life, resource), emit)
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
func (j *Judge) goneResource(group, resource string) *discovery.Life {
	if j.servesResource(group, resource) || j.from != nil && !j.fromResource(group, resource) {
		return nil
	}
	var last *discovery.Life
	for _, l := range j.resources[groupResource{group, resource}] {
		if !j.goneByDefault(l) || !j.to.speaksOf(l.GroupVersion, l.Resource) {
			return nil
		}
		if last == nil || discovery.CompareVersion(l.Version, last.Version) < 0 {
			last = l
		}
	}
	return last
}

// goneByDefault: the target does not serve it any more, though it may be turned on.
func (j *Judge) goneByDefault(l *discovery.Life) bool {
	return j.gone(l) || j.to.Release.Known() && l.Removed.AtOrBefore(j.to.Release) && j.to.Fidelity.Disabled != discovery.None
}

func (j *Judge) fromResource(group, resource string) bool {
	g := j.from.Group(group)
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
			if v.j.goneGroup(g) {
				continue
			}
			if life := m.goneVersion(g, version); life != nil {
				what := "names " + life.GroupVersion.String() + ", which is no longer served"
				v.matchFinding(c, version, what, use, life, m.successorVersion(life), emit)
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
		if !m.j.own[g] {
			return true
		}
		v := m.j.to.GroupVersion(discovery.GroupVersion{Group: g, Version: version})
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

func (m *matching) goneVersion(group, version string) *discovery.Life {
	gv := discovery.GroupVersion{Group: group, Version: version}
	for _, l := range m.j.sortedLives[gv] {
		if !m.names(l.Resource) || !m.j.gone(l) || !m.j.to.speaksOf(gv, l.Resource) {
			continue
		}
		if m.j.from == nil || m.j.from.Resource(gv, l.Resource) != nil {
			return l
		}
	}
	return nil
}

// matchFinding emits what a rule names in vain. Where the rest does what the rule is for,
// that is worth knowing and no more. Instead is what to name in its place, in the words of
// such a rule: groups and resources, not kinds.
func (v *visit) matchFinding(node int, value, what string, use use, life *discovery.Life, instead successor, emit emitFunc) {
	severity := rule.Info
	if use == useless {
		severity = rule.Risky
	}
	f := v.finding(ReferenceRemoved, severity, node)
	f.Field, f.Value = v.path(node), clip(value)
	f.Message = clip(what)
	if life != nil {
		f.Introduced, f.Deprecated, f.Removed = life.Introduced, life.Deprecated, life.Removed
	}
	f.Remedy = []string{"Remove it from the list"}
	switch {
	case use != useless:
		f.Message += "; " + string(use)
	case instead.words != "":
		f.Message += "; use " + instead.words
		f.Replacement, f.ReplacementServed = instead.kind, instead.kind != nil
		f.Remedy = []string{"Add the replacement: " + instead.words, "Remove the old name from the list"}
	}
	v.emit(f, Mark{Node: node, Plan: Plan{Steps: f.Remedy, Why: "permissions must be decided manually"}}, emit)
}

// lastOf is the resource of a gone group that went last.
func (j *Judge) lastOf(group string) (last *discovery.Life) {
	for _, l := range j.groupLives[group] {
		if last == nil || last.Removed.Compare(l.Removed) < 0 {
			last = l
		}
	}
	return last
}

// compileGroups finds which groups, resources and versions the target has lost:
// a rule that names none of them is not looked at twice.
func (j *Judge) compileGroups(lives []discovery.Life) {
	j.compileServed()
	j.goneGroups, j.goneResources, j.goneVersions = map[string]bool{}, map[groupResource]bool{}, map[discovery.GroupVersion]bool{}
	j.groupLives, j.sortedLives = map[string][]*discovery.Life{}, map[discovery.GroupVersion][]*discovery.Life{}
	for i := range lives {
		l := &lives[i]
		j.groupLives[l.Group] = append(j.groupLives[l.Group], l)
		j.sortedLives[l.GroupVersion] = append(j.sortedLives[l.GroupVersion], l)
		if j.gone(l) {
			j.goneVersions[l.GroupVersion] = true
		}
	}
	for group, all := range j.groupLives {
		some := false
		gone := j.to.Group(group) == nil && (j.from == nil || j.from.Group(group) != nil)
		for _, l := range all {
			some = some || j.gone(l)
			gone = gone && (j.gone(l) || j.to.Release.Known() && !l.Introduced.AtOrBefore(j.to.Release)) && j.to.speaksOf(l.GroupVersion, l.Resource)
		}
		if gone && some {
			j.goneGroups[group] = true
		}
	}
	for gr := range j.resources {
		if j.goneResource(gr.group, gr.resource) != nil {
			j.goneResources[gr] = true
		}
	}
}
