package rule

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// Owner is the schema that declares a field, with its use in the API. A schema that many kinds use
// is compared once.
type Owner struct {
	Surfaces
	// Name is the name of the OpenAPI schema.
	Name string
	// GroupVersion is the group-version that declares the schema; the zero value if the schema
	// belongs to none, such as ObjectMeta.
	GroupVersion discovery.GroupVersion
	// Kind and Resource are set if the schema describes the objects of a resource.
	Kind, Resource string
	// Track is the stability of the most stable version that uses the schema.
	Track discovery.Stability
	// ServedByDefault reports that a default server serves a kind that uses the schema.
	ServedByDefault bool
	// Enforced reports that the API server validates objects with the schema, as for custom
	// resources.
	Enforced bool
	// Stored is set if a side does not serve the version of the custom resource.
	Stored Stored
	// StatusOnly reports that kinds use the schema only below .status. Servers write it, and
	// clients read it.
	StatusOnly bool
	// Reaches returns the kinds that use the schema, each with the path to a place below the
	// schema.
	Reaches func(path string) []Reach
}

// Field is one place below a schema, on both sides. Old or New is nil if the side does not have the
// place; both sides then have its parent.
type Field struct {
	Owner
	// Path is the property below the schema: "template.spec", "ports[].name", "limits.*", `data["a.b"]`;
	// "" for the schema itself.
	Path     string
	Old, New *discovery.Schema
	// OldRequired and NewRequired report that the parent requires the property.
	OldRequired, NewRequired bool
	// Property is the name of the property at the place; "" for items, for values of a map, and for
	// the schema itself.
	Property string
	// Parent is the place above this one; nil for the schema itself.
	Parent *Field
	// notNull: the schemas are without null, which one of them accepts.
	notNull bool
}

// Both reports whether both sides have the place.
func (f Field) Both() bool { return f.Old != nil && f.New != nil }

// inBoth limits a rule to the places that both sides have.
func inBoth(check func(Field) []Change) func(Field) []Change {
	return func(f Field) []Change {
		if !f.Both() {
			return nil
		}
		return check(f)
	}
}

// status reports whether servers write the place and clients read it. The status of a custom resource
// without a status subresource is written like all other fields.
func (f Field) status() bool {
	if f.StatusOnly || f.Resource == "" || f.Path != "status" && !strings.HasPrefix(f.Path, "status.") {
		return f.StatusOnly
	}
	r, _ := f.Surfaces.Old.Defined(f.GroupVersion, f.Resource)
	if !f.Enforced || r == nil || f.Surfaces.Old.Fidelity.Subresources == discovery.None {
		return true
	}
	_, has := r.Subresource("status")
	return has
}

// severity returns the severity for the writer of the place: clients (spec) or servers (status).
// Breaking changes of built-in alpha versions are risky, because such versions are off by default
// and may change in any release (Kubernetes deprecation policy, rule 4a). Custom resources are
// served under any version name. A change of a place that no old object has is info.
func (f Field) severity(spec, status Severity) Severity {
	s := spec
	if f.status() {
		s = status
	}
	if f.Enforced && (s == Breaking || s == Risky) && f.unreached() {
		return Info
	}
	if s == Breaking && f.Track == discovery.Alpha && !f.Enforced {
		return Risky
	}
	return s
}

// unreached reports that no object of the old side has the place. A parent is a scalar, or is
// rejected, or is an empty list, or lists its values (enum), and all of them are empty.
func (f Field) unreached() bool {
	for p := f.Parent; p != nil && p.Old != nil; p = p.Parent {
		if p.Old.Ref == "" && !p.mayBe("object", "array") || p.requiresPruned() || p.Old.Type == "array" && strictest(p.Old, "maxItems", 1) < 1 {
			return true
		}
		open, empty := "{", "{}"
		if p.Old.Type == "array" {
			open, empty = "[", "[]"
		}
		if (p.Old.Type == "array" || p.Old.Type == "object") && len(p.Old.Enum) > 0 &&
			!slices.ContainsFunc(p.Old.Enum, func(v string) bool { return strings.HasPrefix(v, open) && v != empty }) {
			return true
		}
	}
	return false
}

// requiresPruned reports that the old side requires a property of an object and drops it, because
// the schema does not list it. The API server rejects every such object.
func (f Field) requiresPruned() bool {
	for p := &f; p != nil; p = p.Parent {
		if p.Old == nil || p.Old.KeepsUnknown() || p.Old.Ref != "" || isEmbedded(p.Old) {
			return false
		}
	}
	return f.Parent != nil && f.Old.Type == "object" && f.Old.AdditionalProperties == nil && len(f.Old.RequiredElsewhere) > 0
}

// enforced returns crd if the API server validates objects with the schema, otherwise builtIn.
func (f Field) enforced(crd, builtIn Severity) Severity {
	if f.Enforced {
		return crd
	}
	return builtIn
}

// written returns the severity of a value that is now required, and the words of the message for a
// status. The schema of a custom resource also applies to the controller that writes the status.
func (f Field) written(builtInStatus Severity) (severity Severity, whom string) {
	severity = f.severity(f.enforced(Breaking, Risky), f.enforced(Breaking, builtInStatus))
	if f.Enforced && f.status() && f.Path != "status" {
		whom = ": the API server rejects a status without it"
	}
	return severity, whom
}

func (f Field) change(severity Severity, text string) Change {
	return Change{
		Severity: severity, Group: f.GroupVersion.Group, Version: f.GroupVersion.Version,
		Resource: f.Resource, Kind: f.Kind, Schema: f.Name, Field: f.Path,
		Stability: f.Track, ServedByDefault: f.ServedByDefault,
		Reaches: f.Reaches(f.Path),
	}.says(text)
}

// TypeText writes a type for a message, such as "string (date-time)" or "array of X".
func TypeText(s *discovery.Schema) string {
	switch {
	case s == nil:
		return ""
	case s.Ref != "":
		return s.Ref[strings.LastIndexByte(s.Ref, '.')+1:]
	case s.Type == "array" && s.Items != nil:
		return "array of " + TypeText(s.Items)
	case s.Type == "object" && s.AdditionalProperties != nil && len(s.Properties) == 0:
		return "map of " + TypeText(s.AdditionalProperties)
	case len(types(s)) > 1:
		return strings.Join(types(s), " or ")
	case s.Type == "":
		return "any"
	case s.Format != "":
		return s.Type + " (" + s.Format + ")"
	default:
		return s.Type
	}
}
