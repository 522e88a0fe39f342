package scan

import (
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
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
func (m *mentions) note(gv discovery.GroupVersion, kind string, o map[string]any) {
	switch {
	case gv.Group == "rbac.authorization.k8s.io" && (kind == "Role" || kind == "ClusterRole"):
		m.rules(o["rules"])
	case gv.Group == "admissionregistration.k8s.io":
		for _, hook := range list(o["webhooks"]) {
			w, _ := hook.(map[string]any)
			m.rules(w["rules"])
		}
	}
	for _, value := range o {
		m.references(value, 0)
	}
}

func (m *mentions) rules(value any) {
	for _, item := range list(value) {
		r, _ := item.(map[string]any)
		versions, versioned := r["apiVersions"]
		for _, group := range words(r["apiGroups"]) {
			for _, resource := range words(r["resources"]) {
				if !versioned {
					m.granted[groupResource{group, resource}] = true
				}
				for _, version := range words(versions) {
					m.called[versionResource{discovery.GroupVersion{Group: group, Version: version}, resource}] = true
				}
			}
		}
	}
}

// references looks for maps with an apiVersion and a kind below the object.
func (m *mentions) references(value any, depth int) {
	const deep = 100 // no API nests so far
	switch v := value.(type) {
	case map[string]any:
		apiVersion, _ := v["apiVersion"].(string)
		if kind, _ := v["kind"].(string); apiVersion != "" && kind != "" {
			gv := discovery.ParseGroupVersion(apiVersion)
			m.kinds[discovery.GroupVersionKind{Group: gv.Group, Version: gv.Version, Kind: kind}] = true
		}
		for _, below := range v {
			if depth < deep {
				m.references(below, depth+1)
			}
		}
	case []any:
		for _, below := range v {
			if depth < deep {
				m.references(below, depth+1)
			}
		}
	}
}

// concerns reports whether a change of an API matters to what names it.
func (m *mentions) concerns(c rule.Change) bool {
	gv := c.GroupVersion()
	if c.Rule == "resource-graduated" {
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
	gone := c.Rule == "subresource-removed" || c.Rule == "resource-removed" && (c.Replacement == nil || c.Replacement.Group != c.Group)
	return gone && m.granted[groupResource{c.Group, resource}]
}

func list(value any) []any {
	items, _ := value.([]any)
	return items
}

func words(value any) (out []string) {
	for _, item := range list(value) {
		if text, ok := item.(string); ok && !strings.Contains(text, "*") {
			out = append(out, text)
		}
	}
	return out
}
