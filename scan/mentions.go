package scan

import (
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// mentions are the APIs that objects name without being of them: a role grants a
// resource, a webhook is called for versions of one, a reference has an apiVersion
// and a kind. What is gone matters to them as to its objects.
type mentions struct {
	// granted are resources in rules that name no version, with the subresource as
	// RBAC writes it: "pods/exec".
	granted map[groupResource]bool
	// called are resources of versions.
	called map[versionResource]bool
	kinds  map[discovery.GroupVersionKind]bool
}

type groupResource struct{ group, resource string }

type versionResource struct {
	discovery.GroupVersion
	resource string
}

func newMentions() mentions {
	return mentions{map[groupResource]bool{}, map[versionResource]bool{}, map[discovery.GroupVersionKind]bool{}}
}

// note reads one object. Wildcards name nothing: they would make every change one
// that concerns them.
func (m *mentions) note(gv discovery.GroupVersion, kind string, o *tree.Object) {
	t := o.Tree
	switch {
	case gv.Group == "rbac.authorization.k8s.io" && (kind == "Role" || kind == "ClusterRole"):
		m.rules(t, t.Child(o.Root, "rules"))
	case gv.Group == "admissionregistration.k8s.io":
		each(t, t.Child(o.Root, "webhooks"), func(hook int) { m.rules(t, t.Child(hook, "rules")) })
	}
	each(t, o.Root, func(child int) { m.references(t, child) })
}

func (m *mentions) rules(t *tree.Tree, rules int) {
	each(t, rules, func(r int) {
		versions := t.Child(r, "apiVersions")
		for _, group := range words(t, t.Child(r, "apiGroups")) {
			for _, resource := range words(t, t.Child(r, "resources")) {
				if versions < 0 {
					m.granted[groupResource{group, resource}] = true
				}
				for _, version := range words(t, versions) {
					m.called[versionResource{discovery.GroupVersion{Group: group, Version: version}, resource}] = true
				}
			}
		}
	})
}

// references looks for maps with an apiVersion and a kind below the object.
func (m *mentions) references(t *tree.Tree, i int) {
	version, kind := text(t, t.Child(i, "apiVersion")), text(t, t.Child(i, "kind"))
	if version != "" && kind != "" {
		gv := discovery.ParseGroupVersion(strings.Clone(version))
		m.kinds[discovery.GroupVersionKind{Group: gv.Group, Version: gv.Version, Kind: strings.Clone(kind)}] = true
	}
	each(t, i, func(child int) { m.references(t, child) })
}

// concerns reports whether a change of an API matters to what names it.
func (m *mentions) concerns(c rule.Change) bool {
	gv := c.GroupVersion()
	if c.Rule == rule.ResourceGraduated {
		gv.Version = c.Old
	}
	resource := c.Resource
	if c.Subresource != "" {
		resource += "/" + c.Subresource
	} else if c.Kind != "" && m.kinds[discovery.GroupVersionKind{Group: gv.Group, Version: gv.Version, Kind: c.Kind}] {
		return true
	}
	if m.called[versionResource{gv, resource}] {
		return true
	}
	// A rule without a version is good as long as some version has the resource.
	gone := c.Rule == rule.SubresourceRemoved || c.Rule == rule.ResourceRemoved && (c.Replacement == nil || c.Replacement.Group != c.Group)
	return gone && m.granted[groupResource{c.Group, resource}]
}

// each visits the entries of a map or the items of a list; there are none below -1.
func each(t *tree.Tree, node int, visit func(child int)) {
	if node < 0 {
		return
	}
	t.Children(node, func(child int) bool {
		visit(child)
		return true
	})
}

// text is that of a string; "" for anything else.
func text(t *tree.Tree, node int) string {
	if node < 0 || t.Nodes[node].Kind != tree.String {
		return ""
	}
	return t.Nodes[node].Value
}

// words are the texts of a list that are no wildcards.
func words(t *tree.Tree, list int) (out []string) {
	each(t, list, func(item int) {
		if n := &t.Nodes[item]; n.Kind == tree.String && !strings.Contains(n.Value, "*") {
			out = append(out, strings.Clone(n.Value))
		}
	})
	return out
}
