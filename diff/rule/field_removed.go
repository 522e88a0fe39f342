package rule

import "github.com/kubedelta/kubedelta/discovery"

func fieldRemoved(f Field) []Change {
	if f.New != nil {
		return nil
	}
	message := "is removed"
	if f.Old.Facts.Stage != "" {
		message += " (it was " + string(f.Old.Facts.Stage) + ")"
	} else if f.Old.Facts.Deprecated {
		message += " (it was deprecated)"
	}
	severity, reason := f.severity(Breaking, Risky), ""
	switch {
	case f.Enforced && keepsUnlisted(f.Parent.New):
		severity = Info
		message += ", and is kept as an unknown field"
		if anywhere(f.Old, defaulted) {
			severity = f.severity(Breaking, Info)
			message += ", without its default"
		}
	case f.InMap() != nil:
		severity = Info // the schema of the map's values is compared separately
		message += ", and is kept as a value of the map"
	case severity != Info:
		var refused bool
		if refused, reason = f.attempt(f.refused); refused {
			severity = Info
			message += "; no object had it, because of CEL rules or keywords"
		}
	}
	return []Change{f.change(severity, message).unproven(reason).between(TypeText(f.Old), "")}
}

// InMap returns the schema of the map's values if the object of a removed field became a map, and
// nil otherwise. It also returns nil for a map of any values, because the API server drops all
// fields of objects in it (apiextensions-apiserver/pkg/apiserver/schema/pruning).
func (f Field) InMap() *discovery.Schema {
	if f.Old == nil || f.New != nil || !f.Enforced || f.Parent == nil || f.Parent.New == nil {
		return nil
	}
	values := f.Parent.New.AdditionalProperties
	if values != nil && dropsFields(values) && !scalarOnly(f.Old) {
		return nil
	}
	return values
}

// dropsFields reports that a map has any values, and the API server drops all fields of objects in
// them.
func dropsFields(values *discovery.Schema) bool {
	return values.Type == "" && values.Ref == "" && !isIntOrString(values) && !values.KeepsUnknown()
}
