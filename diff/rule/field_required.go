package rule

func fieldRequiredAdded(f Field) []Change {
	if f.OldRequired || !f.NewRequired {
		return nil
	}
	severity, whom := f.written(Info)
	kept, reason := f.attempt(func() bool { return defaulted(f.New) || f.requiredByRule() || f.everywhere() })
	if kept {
		severity, whom = Info, ""
	}
	return []Change{f.change(severity, "is required"+whom).unproven(reason)}
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
