package rule

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
)

func fieldTypeChanged() Rule {
	return Rule{
		ID: FieldTypeChanged, Title: "The type of a field changed", Severity: Breaking,
		Varies: "info if the new type accepts every value that the old one accepted; in built-in types risky if the field refers to a type with fewer properties, if " +
			"only servers write it, and in alpha versions", Since: "0.1.0",
		Doc: "The field accepts values of another type. References to other schemas are followed on both sides: if the properties are the same, a new name of the " +
			"schema is not a change. The message lists the properties that were removed or added. `old` and `new` are the types.",
		Example: "1.29 changes `PersistentVolumeClaimSpec.resources` to VolumeResourceRequirements, which has no claims.",
		Needs:   fieldKnowledge, Aspect: "fields of the objects",
		Field: inBoth(func(f Field) []Change {
			shift := f.typeShift()
			if shift.same() && (f.Old.Ref == f.New.Ref || f.Old.Ref == "" || f.New.Ref == "") {
				return nil
			}
			message := "is " + TypeText(f.New) + ", was " + TypeText(f.Old)
			severity := f.severity(Breaking, f.enforced(Breaking, Risky))
			switch {
			case shift.other:
			case len(shift.lost) > 0:
				severity = f.enforced(severity, Risky)
				message += ", without " + strings.Join(shift.lost, ", ")
			case len(shift.required) > 0:
				severity = f.enforced(severity, Risky)
				message += ", which did not require " + strings.Join(shift.required, ", ")
			case shift.same():
				severity = Info
				message += ", with the same fields"
			default:
				severity = f.severity(Info, Risky)
				if len(shift.gained) > 0 {
					message += ", with " + strings.Join(shift.gained, ", ")
				}
			}
			return []Change{f.change(severity, message).between(TypeText(f.Old), TypeText(f.New))}
		}),
	}
}

// shift is how a type differs from another.
type shift struct {
	// other: neither takes what the other takes. wider: the new one takes more.
	other, wider bool
	// lost and gained are properties, where both are objects; required are those
	// that only the new one requires.
	lost, gained, required []string
}

func (s shift) same() bool {
	return !s.other && !s.wider && len(s.lost) == 0 && len(s.gained) == 0 && len(s.required) == 0
}

// typeShift compares the types of both sides, following references that name
// different schemas. A side without knowledge of constraints (swagger v2, Go
// modules) writes "integer or string" as string, and cannot be asked.
func (f Field) typeShift() shift {
	if f.Old.Ref == f.New.Ref && f.Old.Ref != "" {
		return shift{}
	}
	old, new := f.follow(f.Surfaces.Old, f.Old), f.follow(f.Surfaces.New, f.New)
	if old == nil || new == nil {
		return shift{other: true}
	}
	if discovery.Both(f.Surfaces.Old.Fidelity.Constraints, f.Surfaces.New.Fidelity.Constraints) == discovery.None &&
		(loose(old) || loose(new)) {
		return shift{}
	}
	if s := scalarShift(old, new); !s.same() || f.Old.Ref == f.New.Ref {
		return s // the properties of one inline object are places of their own
	}
	return objectShift(old, new)
}

// scalarShift compares types without their properties.
func scalarShift(old, new *discovery.Schema) shift {
	was, is := types(old), types(new)
	switch {
	case !slices.Equal(was, is):
		if slices.Contains(is, "number") {
			is = append(is, "integer") // every integer is a number
		}
		anything := slices.Equal(is, []string{""})
		return shift{other: !anything && len(missing(was, is)) > 0, wider: true}
	case new.Closed || old.Closed:
		return shift{} // a constraint, which another rule compares
	case (old.AdditionalProperties == nil) != (new.AdditionalProperties == nil):
		// A map became an object of known properties, or the other way round.
		return shift{other: old.AdditionalProperties != nil && !keepsValues(old.AdditionalProperties, new), wider: true}
	case (old.Items == nil) != (new.Items == nil):
		return shift{other: new.Items != nil, wider: true}
	default:
		return shift{}
	}
}

// keepsValues reports that an object keeps each value of the map that it was, as unknown fields. Of
// objects and lists a default of the map's schema may be lost.
func keepsValues(values, object *discovery.Schema) bool {
	return object.KeepsUnknown() && len(object.Properties) == 0 && !defaulted(values) && len(values.Properties) == 0 && values.Items == nil && values.AdditionalProperties == nil
}

// objectShift compares the properties of two schemas, one level deep.
func objectShift(old, new *discovery.Schema) (s shift) {
	for _, below := range [][2]*discovery.Schema{{old.AdditionalProperties, new.AdditionalProperties}, {old.Items, new.Items}} {
		if below[0] != nil && below[1] != nil && shallow(below[0]) != shallow(below[1]) {
			return shift{other: true}
		}
	}
	for _, p := range old.Properties {
		q := new.Field(p.Name)
		if q == nil {
			s.lost = append(s.lost, p.Name)
		} else if q.Required && !p.Required {
			s.required = append(s.required, p.Name)
		} else if shallow(p.Schema) != shallow(q.Schema) {
			s.lost, s.gained = append(s.lost, p.Name+" as "+TypeText(p.Schema)), append(s.gained, p.Name+" as "+TypeText(q.Schema))
		}
	}
	for _, q := range new.Properties {
		if old.Field(q.Name) == nil {
			s.gained = append(s.gained, q.Name)
		}
	}
	return s
}

// follow resolves a reference, once: schemas are compared where they are
// declared, and recursion never gets in.
func (f Field) follow(s *discovery.Surface, schema *discovery.Schema) *discovery.Schema {
	if schema.Ref == "" {
		return schema
	}
	return s.Schema(f.GroupVersion, schema.Ref)
}

// loose: a type that v2 and v3 write differently.
func loose(s *discovery.Schema) bool {
	return s.Type == "" || s.Format == "int-or-string"
}

func isIntOrString(s *discovery.Schema) bool {
	return s.Extension("x-kubernetes-int-or-string") == "true" || s.Format == "int-or-string"
}

// types lists the types that a schema takes, sorted: its type, or those of a
// oneOf or anyOf of nothing but types.
func types(s *discovery.Schema) []string {
	if isIntOrString(s) {
		return []string{"integer", "string"}
	}
	if s.Type == "" {
		for _, name := range []string{"oneOf", "anyOf"} {
			if list := pureTypes(s.Constraint(name)); list != nil {
				return list
			}
		}
	}
	return []string{s.Type}
}

// pureTypes reads [{"type":"string"},{"type":"number"}]; nil for anything else.
func pureTypes(text string) (list []string) {
	if text == "" {
		return nil
	}
	var alternatives []map[string]any
	if err := json.Unmarshal([]byte(text), &alternatives); err != nil {
		return nil
	}
	for _, a := range alternatives {
		name, ok := a["type"].(string)
		if !ok || len(a) != 1 {
			return nil
		}
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

// shallow is a type without what is below it.
func shallow(s *discovery.Schema) string {
	return cmp.Or(s.Ref, s.Type) + " " + s.Format
}
