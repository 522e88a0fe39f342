package scan

import (
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// Concerns reports whether a change matters to what is used. A change of a field
// matters where an object sets it; a new field matters only if it must be set; a
// change of an API where there are objects of its kind, or that name it. What is
// about no API at all (media types, parameters) matters if it may break.
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
			// Who does not set it is hit: the object around it is what counts.
			path = path[:max(0, strings.LastIndexByte(path, '.'))]
		}
		if u.Field(reach.GroupVersionKind, path) {
			return true
		}
	}
	return false
}
