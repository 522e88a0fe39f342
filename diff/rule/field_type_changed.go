package rule

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
)

func fieldTypeChanged(f Field) []Change {
	shift := f.typeShift()
	if shift.same() && (f.Old.Ref == f.New.Ref || f.Old.Ref == "" || f.New.Ref == "" || Moved(f.Old.Ref, f.New.Ref)) {
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
	case f.Enforced && below(f.Old, defaulted) && !below(f.New, defaulted):
		severity = f.severity(Breaking, Info)
		message += ", without the defaults below it"
	default:
		severity = f.severity(Info, Risky)
		if len(shift.gained) > 0 {
			message += ", with " + strings.Join(shift.gained, ", ")
		}
	}
	return []Change{f.change(severity, message).between(TypeText(f.Old), TypeText(f.New))}
}

// shift is the difference between two types.
type shift struct {
	// other: there are values that only the old type accepts. wider: the new type accepts more.
	other, wider bool
	// lost and gained are properties if both types are objects. required are properties that only
	// the new type requires.
	lost, gained, required []string
}

func (s shift) same() bool {
	return !s.other && !s.wider && len(s.lost) == 0 && len(s.gained) == 0 && len(s.required) == 0
}

// typeShift compares the types of both sides. It follows references if they name different schemas.
// Sources that do not know constraints (swagger v2, Go modules) write "integer or string" as
// string, so that this type cannot be compared.
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
		s.other = s.other || s.wider && f.Enforced && dropsFields(new) && !scalarOnly(old) && (old.Items == nil || !scalarOnly(old.Items))
		return s // the properties of one inline object are separate places
	}
	if Moved(f.Old.Ref, f.New.Ref) {
		return shift{} // the properties are separate places
	}
	return objectShift(old, new)
}

// Moved reports whether two references are to types of the same name, in different packages:
// Kubernetes 1.38 moves scheduling.v1alpha3.WorkloadPodGroupSchedulingPolicy of Job to scheduling.v1.
func Moved(was, is string) bool {
	return was != "" && is != "" && was != is && was[strings.LastIndexByte(was, '.')+1:] == is[strings.LastIndexByte(is, '.')+1:]
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
		mapped := old.AdditionalProperties != nil && len(new.Properties) > 0 && !keepsValues(old.AdditionalProperties, new)
		return shift{other: mapped || !anything && len(missing(was, is)) > 0, wider: true}
	case new.Closed || old.Closed:
		return shift{} // a constraint, which another rule compares
	case (old.AdditionalProperties == nil) != (new.AdditionalProperties == nil):
		// A map became an object of known properties, or an object became a map.
		return shift{other: old.AdditionalProperties != nil && !keepsValues(old.AdditionalProperties, new), wider: true}
	case (old.Items == nil) != (new.Items == nil):
		return shift{other: new.Items != nil, wider: true}
	default:
		return shift{}
	}
}

// keepsValues reports that an object keeps each value of the map that it was, as an unknown field.
// Defaults in objects and lists of the map's schema would be lost.
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

// follow resolves a reference once. Deeper schemas are compared where they are declared, so that
// recursive schemas are no problem.
func (f Field) follow(s *discovery.Surface, schema *discovery.Schema) *discovery.Schema {
	if schema.Ref == "" {
		return schema
	}
	return s.Schema(f.GroupVersion, schema.Ref)
}

// loose reports a type that OpenAPI v2 and v3 write differently.
func loose(s *discovery.Schema) bool {
	return s.Type == "" || s.Format == "int-or-string"
}

func isIntOrString(s *discovery.Schema) bool {
	return s.Extension("x-kubernetes-int-or-string") == "true" || s.Format == "int-or-string"
}

// types returns the types that a schema accepts, sorted: its type, or the types in a oneOf or anyOf
// that contains nothing else.
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

// pureTypes reads [{"type":"string"},{"type":"number"}]; nil for any other text.
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

func shallow(s *discovery.Schema) string {
	return cmp.Or(s.Ref, s.Type) + " " + s.Format
}
