package checker

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// moved is the place where a resource is served now.
type moved struct {
	discovery.GroupVersionKind
	resource string
}

// successor is what a rule can name instead, as text. kind is its kind, if it is exactly one.
type successor struct {
	words string
	kind  *discovery.GroupVersionKind
}

// movedTo finds where the target serves the resource of a lifecycle; false if it does not.
func (c *Checker) movedTo(l *discovery.ResourceLifecycle) (moved, bool) {
	with, served := c.replacement(l.GroupVersion.WithKind(l.Kind), l.Replacement)
	if with == nil || !served {
		return moved{}, false
	}
	r := c.to.kinds[*with]
	return moved{*with, r.Name}, r.Name != ""
}

// successors are the groups that have what a rule names of a removed group: "networking.k8s.io for
// ingresses, apps for deployments". They are all groups if the rule names all resources.
func (m *matching) successors(group string) successor {
	if len(m.resources) == 0 || m.tooMany() || slices.ContainsFunc(m.resources, func(r string) bool { return m.resource(r) == "*" }) {
		return successor{words: strings.Join(m.checker.successorGroups(group), ", ")}
	}
	var groups []string
	of := map[string][]string{}
	kinds := map[discovery.GroupVersionKind]bool{}
	for _, written := range m.resources {
		resource := m.resource(written)
		to, known := m.checker.resourceMoved(group, resource)
		if !known || m.served(resource) || m.elsewhere(written) {
			continue
		}
		kinds[to.GroupVersionKind] = true
		if of[to.Group] == nil {
			groups = append(groups, to.Group)
		}
		name := to.in(written)
		if m.byKind {
			name = to.Kind
		}
		of[to.Group] = slice.Add(of[to.Group], name)
	}
	for i, g := range groups {
		groups[i] = groupName(g) + " for " + strings.Join(of[g], " and ")
	}
	out := successor{words: strings.Join(groups, ", ")}
	if len(kinds) == 1 {
		for kind := range kinds {
			out.kind = &kind
		}
	}
	return out
}

// in is the name of the resource for a rule that names it as written.
func (to moved) in(written string) string {
	if to.resource == base(written) {
		return written
	}
	return to.resource + " (" + written + " before)"
}

// successor is what to name instead of a resource that none of the rule's groups serves.
func (c *Checker) successor(l *discovery.ResourceLifecycle, resource string) successor {
	to, known := c.movedTo(l)
	switch {
	case !known:
		return successor{}
	case to.resource == resource:
		return successor{groupName(to.Group), &to.GroupVersionKind}
	default:
		return successor{to.resource + " of " + groupName(to.Group), &to.GroupVersionKind}
	}
}

// successorVersion is the version to name instead of a removed one.
func (m *matching) successorVersion(l *discovery.ResourceLifecycle) successor {
	with, served := m.checker.replacement(l.GroupVersion.WithKind(l.Kind), l.Replacement)
	if with == nil || !served {
		return successor{}
	}
	out := successor{words: with.GroupVersion().String()}
	if len(m.resources) == 1 {
		out.kind = with
	}
	return out
}

// resourceMoved is movedTo for the most stable version of a resource.
func (c *Checker) resourceMoved(group, resource string) (moved, bool) {
	if last := mostStable(c.resources[discovery.GroupResource{Group: group, Resource: resource}]); last != nil {
		return c.movedTo(last)
	}
	return c.ofCore(group, resource)
}

// ofCore finds a resource in the core group. The group extensions had the scale of the core group's
// replicationcontrollers, and no such resource. Kubernetes' own roles named it, and many copies of
// them do.
func (c *Checker) ofCore(group, resource string) (moved, bool) {
	r := c.to.Resource(discovery.GroupVersion{Version: "v1"}, resource)
	if r == nil || !c.goneGroups[group] {
		return moved{}, false
	}
	return moved{discovery.GroupVersionKind{Version: "v1", Kind: r.Kind}, resource}, true
}

// successorGroups are all groups that now have something of a group.
func (c *Checker) successorGroups(group string) (groups []string) {
	for _, l := range c.groupLifecycles[group] {
		if to, known := c.movedTo(l); known {
			groups = append(groups, groupName(to.Group))
		}
	}
	return slice.Unique(groups)
}
