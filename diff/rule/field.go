package rule

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// Owner is the schema that declares a field, with what it means to users. A
// schema that many kinds share is checked once.
type Owner struct {
	Surfaces
	// Name is the OpenAPI schema's name.
	Name string
	// GroupVersion is the one that declares the schema; the zero value where the
	// schema belongs to none (ObjectMeta).
	GroupVersion discovery.GroupVersion
	// Kind and Resource are set where the schema is the body of a resource.
	Kind, Resource string
	// Track is the most stable version that reaches the schema.
	Track discovery.Stability
	// ServedByDefault: a default server serves a kind that reaches the schema.
	ServedByDefault bool
	// Enforced: the API server holds objects to the schema (CRDs).
	Enforced bool
	// StatusOnly: kinds reach the schema below .status only, so servers write it
	// and clients read it.
	StatusOnly bool
	// Reaches gives the kinds with the path from each to a path below the schema.
	Reaches func(path string) []Reach
}

// Field is one place below a schema, on both sides. Old or New is nil where the
// side does not have the place, and then the other side's parent object exists
// on both.
type Field struct {
	Owner
	// Path is the property below the schema: "template.spec", "ports[].name",
	// "limits.*"; "" for the schema itself.
	Path     string
	Old, New *discovery.Schema
	// OldRequired and NewRequired: the parent requires the property.
	OldRequired, NewRequired bool
	// Kept: the new side keeps fields of the parent that its schema does not know.
	Kept bool
	// Property is the name of the property that the place is; "" for the items or values of
	// one, and for the schema itself.
	Property string
	// Parent is the place that has this one below it; nil for the schema itself.
	Parent *Field
}

// Both reports whether both sides have the place.
func (f Field) Both() bool { return f.Old != nil && f.New != nil }

// status reports whether servers write the place and clients read it.
func (f Field) status() bool {
	return f.StatusOnly || f.Resource != "" && (f.Path == "status" || strings.HasPrefix(f.Path, "status."))
}

// severity picks by who writes the place. What breaks a built-in alpha version is risky:
// it is off by default and may change in any release, and its users know (Kubernetes
// deprecation policy, rule 4a). A custom resource is served as its definition says,
// whatever its version is called. What no object of the old side has breaks nothing.
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

// unreached reports that no object of the old side has the place: what is around it is a scalar,
// is refused, or is a list or a map that lists its values (enum), none of which has anything in it.
func (f Field) unreached() bool {
	for p := f.Parent; p != nil && p.Old != nil; p = p.Parent {
		if p.Old.Ref == "" && !p.mayBe("object", "array") || p.requiresPruned() {
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

// requiresPruned reports that the old side requires a property of an object that it drops, because
// it does not list it: the API server refuses each such object.
func (f Field) requiresPruned() bool {
	for p := &f; p != nil; p = p.Parent {
		if p.Old == nil || p.Old.KeepsUnknown() || p.Old.Ref != "" || implicit(p.Old) {
			return false
		}
	}
	return f.Parent != nil && f.Old.Type == "object" && f.Old.AdditionalProperties == nil && len(f.Old.RequiredElsewhere) > 0
}

// enforced picks by whether a server holds objects to the schema.
func (f Field) enforced(crd, builtIn Severity) Severity {
	if f.Enforced {
		return crd
	}
	return builtIn
}

// written picks the severity of what a server refuses for want of a value, and the
// message's words on whom. A definition's schema binds who writes the status as well.
func (f Field) written(builtInStatus Severity) (severity Severity, whom string) {
	severity = f.severity(f.enforced(Breaking, Risky), f.enforced(Breaking, builtInStatus))
	if f.Enforced && f.status() && f.Path != "status" {
		whom = ": the API server rejects a status without it"
	}
	return severity, whom
}

// change starts a change about the place.
func (f Field) change(id string, severity Severity, text string) Change {
	return Change{
		Rule: id, Severity: severity, Group: f.GroupVersion.Group, Version: f.GroupVersion.Version,
		Resource: f.Resource, Kind: f.Kind, Schema: f.Name, Field: f.Path,
		Stability: f.Track, ServedByDefault: f.ServedByDefault,
		Reaches: f.Reaches(f.Path),
	}.says(text)
}

// TypeText writes a type for a person: "string (date-time)", "array of X".
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

func fieldKnowledge(f discovery.Fidelity) discovery.Knowledge { return f.Fields }
