package scan

import (
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// mentions are the APIs that objects name without being of them: a role grants a resource, a
// webhook is called for versions of one, a reference has an apiVersion and a kind. The removal of
// an API matters to them as it does to its objects.
type mentions struct {
	// granted are resources in rules without a version, as RBAC writes them: "pods/exec".
	granted map[discovery.GroupResource]bool
	// called are resources in rules with a version.
	called map[discovery.GroupVersionResource]bool
	kinds  map[discovery.GroupVersionKind]bool
}

// note reads one object. It ignores wildcards, which would make it concern every change.
func (m *mentions) note(gv discovery.GroupVersion, kind string, o *tree.Object) {
	t := o.Tree
	switch {
	case gv.Group == "rbac.authorization.k8s.io" && (kind == "Role" || kind == "ClusterRole"):
		m.rules(t, t.Child(o.Root, "rules"))
	case gv.Group == "admissionregistration.k8s.io":
		for hook := range t.Each(t.Child(o.Root, "webhooks")) {
			m.rules(t, t.Child(hook, "rules"))
		}
	}
	for child := range t.Each(o.Root) {
		m.references(t, child)
	}
}

func (m *mentions) rules(t *tree.Tree, rules int) {
	for r := range t.Each(rules) {
		versions := t.Child(r, "apiVersions")
		for _, group := range words(t, t.Child(r, "apiGroups")) {
			for _, resource := range words(t, t.Child(r, "resources")) {
				if versions < 0 {
					m.granted[discovery.GroupResource{Group: group, Resource: resource}] = true
				}
				for _, version := range words(t, versions) {
					m.called[discovery.GroupVersion{Group: group, Version: version}.WithResource(resource)] = true
				}
			}
		}
	}
}

// references finds maps with an apiVersion and a kind inside the object.
func (m *mentions) references(t *tree.Tree, i int) {
	version, kind := text(t, t.Child(i, "apiVersion")), text(t, t.Child(i, "kind"))
	if version != "" && kind != "" {
		gv := discovery.ParseGroupVersion(strings.Clone(version))
		m.kinds[gv.WithKind(strings.Clone(kind))] = true
	}
	for child := range t.Each(i) {
		m.references(t, child)
	}
}

// concerns reports whether a change of an API matters to an object that names it.
func (m *mentions) concerns(c rule.Change) bool {
	gv := c.GroupVersion()
	if c.Rule == rule.ResourceGraduated {
		gv.Version = c.Old
	}
	resource := c.Resource
	if c.Subresource != "" {
		resource += "/" + c.Subresource
	} else if c.Kind != "" && m.kinds[gv.WithKind(c.Kind)] {
		return true
	}
	if m.called[gv.WithResource(resource)] {
		return true
	}
	// A rule without a version works as long as any version has the resource.
	gone := c.Rule == rule.SubresourceRemoved || c.Rule == rule.ResourceRemoved && (c.Replacement == nil || c.Replacement.Group != c.Group)
	return gone && m.granted[discovery.GroupResource{Group: c.Group, Resource: resource}]
}

// text is the value of a string; "" for other nodes.
func text(t *tree.Tree, node int) string {
	if node < 0 || t.Nodes[node].Kind != tree.String {
		return ""
	}
	return t.Nodes[node].Value
}

// words are the strings of a list that are no wildcards.
func words(t *tree.Tree, list int) (out []string) {
	for item := range t.Each(list) {
		if n := &t.Nodes[item]; n.Kind == tree.String && !strings.Contains(n.Value, "*") {
			out = append(out, strings.Clone(n.Value))
		}
	}
	return out
}
