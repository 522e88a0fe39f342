package checker

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// elsewhere reports whether another rule of the list names the resource, or its replacement, where
// it is served, for all verbs or operations of this rule.
func (m *matching) elsewhere(written string) bool {
	if m.list < 0 || m.t.Nodes[m.list].Kind != tree.List {
		return false
	}
	goals := m.goals(written)
	return anyChild(m.t, m.list, maxRules, func(other int) bool {
		return other != m.rule && m.covers(other) && slices.ContainsFunc(goals, func(g discovery.GroupResource) bool { return m.namedBy(other, g) })
	})
}

// maxRules is how many rules are compared to find one that covers another.
const maxRules = 500

// goals are the groups and names with which the resource of the rule is served now.
func (m *matching) goals(written string) (goals []discovery.GroupResource) {
	resource := m.resource(written)
	_, sub, _ := strings.Cut(written, "/")
	for _, group := range m.groups {
		to, known := m.checker.resourceMoved(group, resource)
		if !known {
			continue
		}
		name := to.resource
		if sub != "" {
			name += "/" + sub
		}
		goals = append(goals, discovery.GroupResource{Group: to.Group, Resource: name})
	}
	return goals
}

// namedBy reports whether a rule names a resource of a group.
func (m *matching) namedBy(other int, g discovery.GroupResource) bool {
	_, sub, _ := strings.Cut(g.Resource, "/")
	list, byKind := resourcesOf(m.t, other)
	isRBAC := m.t.Child(m.rule, "verbs") >= 0 // there "*" includes subresources; in webhooks it does not
	groups, resources := texts(m.t, m.t.Child(other, "apiGroups")), texts(m.t, list)
	return slices.ContainsFunc(groups, func(s string) bool { return s == "*" || s == g.Group }) &&
		slices.ContainsFunc(resources, func(s string) bool {
			if byKind {
				return s == "*" || m.checker.resourceOfKind[discovery.GroupKind{Group: g.Group, Kind: s}] == g.Resource
			}
			return s == g.Resource || s == "*" && (sub == "" || isRBAC) || s == "*/*" || sub != "" && s == "*/"+sub
		})
}

// covers reports whether another rule has all verbs and objects of this one.
func (m *matching) covers(other int) bool {
	for _, key := range []string{"verbs", "operations"} {
		all := texts(m.t, m.t.Child(other, key))
		if slices.Contains(all, "*") {
			continue
		}
		if slices.ContainsFunc(texts(m.t, m.t.Child(m.rule, key)), func(verb string) bool { return !slices.Contains(all, verb) }) {
			return false
		}
	}
	names := texts(m.t, m.t.Child(other, "resourceNames"))
	mine := texts(m.t, m.t.Child(m.rule, "resourceNames"))
	return len(names) == 0 || len(mine) > 0 && !slices.ContainsFunc(mine, func(name string) bool { return !slices.Contains(names, name) })
}
