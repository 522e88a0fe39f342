package scan

import (
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// Concerns reports whether a change matters to what is used. A change of a field matters if an
// object sets it, and a new field only if it is required. A change of an API matters if there are
// objects of its kind, or objects that name it. A change without an API (media types, parameters)
// matters if it may break something.
func (u *Usage) Concerns(c rule.Change) bool {
	switch {
	case c.Schema != "":
		return u.concernsField(c)
	case c.Kind != "" || c.Resource != "":
		return u.concernsAPI(c)
	case c.Group != "" || c.Version != "":
		return u.Group(c.Group) && c.Severity.AtLeast(rule.Risky)
	default:
		return c.Severity.AtLeast(rule.Risky)
	}
}

func (u *Usage) concernsAPI(c rule.Change) bool {
	gvk := discovery.GroupVersionKind{Group: c.Group, Version: c.Version, Kind: c.Kind}
	switch {
	case c.Rule == rule.ResourceAdded:
		return false
	case c.Rule == rule.ResourceGraduated:
		gvk.Version = c.Old
	case c.Version == "":
		return u.Group(c.Group)
	case c.Subresource != "":
		// The kind is that of the subresource's body.
		return u.Group(c.Group) || u.mentions.concerns(c)
	}
	return u.Kind(gvk) || u.mentions.concerns(c)
}

func (u *Usage) concernsField(c rule.Change) bool {
	if c.Rule == rule.FieldAdded {
		return false
	}
	for _, reach := range c.Reaches {
		path := reach.Path
		if c.Rule == rule.FieldAddedRequired || c.Rule == rule.FieldRequiredAdded {
			// Objects that do not set it break, so the object around it counts.
			path = path[:max(0, strings.LastIndexByte(path, '.'))]
		}
		if u.Field(reach.GroupVersionKind, path) {
			return true
		}
	}
	return false
}
