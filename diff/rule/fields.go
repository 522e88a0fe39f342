package rule

import "github.com/kubedelta/kubedelta/discovery"

func fieldAdded(f Field) []Change {
	if f.Old != nil || f.NewRequired {
		return nil
	}
	message := "is new"
	if f.New.Facts.Stage != "" {
		message += " (" + string(f.New.Facts.Stage) + ")"
	}
	severity := Addition
	if f.narrowsUnknown() {
		severity = f.severity(Breaking, Risky)
		message += " with the type " + TypeText(f.New) + unknownRefused
	}
	c := f.change(severity, message)
	c.New, c.Stage = TypeText(f.New), f.New.Facts.Stage
	return []Change{c}
}

func fieldRequiredAdded(f Field) []Change {
	if f.OldRequired || !f.NewRequired {
		return nil
	}
	severity, whom := f.written(Info)
	if defaulted(f.New) || f.requiredByRule() || f.everywhere() {
		severity, whom = Info, ""
	}
	return []Change{f.change(severity, "is required"+whom)}
}

// everywhere reports that the API server accepts no object without the property.
func (f Field) everywhere() bool {
	return f.Resource != "" && (f.Path == "apiVersion" || f.Path == "kind" || f.Path == "metadata")
}

// requiredByRule reports that the old side's rules required the property.
func (f Field) requiredByRule() bool {
	name, ok := expressionName(f.Property)
	return ok && f.Parent != nil && f.Parent.keepsKeyword("required", name)
}

func fieldRequiredRemoved(f Field) []Change {
	if !f.OldRequired || f.NewRequired {
		return nil
	}
	return []Change{f.change(f.severity(Info, Risky), "is no longer required")}
}

func fieldAddedRequired(f Field) []Change {
	if f.Old != nil || !f.NewRequired {
		return nil
	}
	severity, whom := f.written(Addition)
	if defaulted(f.New) {
		severity, whom = Addition, ""
	}
	if f.narrowsUnknown() {
		severity, whom = f.severity(Breaking, Risky), whom+unknownRefused
	}
	return []Change{f.change(severity, "is new and required"+whom).between("", TypeText(f.New))}
}

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
	severity := f.severity(Breaking, Risky)
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
	case severity != Info && f.refused():
		severity = Info
		message += "; no object had it, because of CEL rules or keywords"
	}
	return []Change{f.change(severity, message).between(TypeText(f.Old), "")}
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
