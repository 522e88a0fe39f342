package rule

func fieldAdded() Rule {
	return Rule{
		ID: "field-added", Title: "An object has a new optional field", Severity: Addition,
		Varies: "breaking where a custom resource kept unknown fields and so took any value; risky there where only servers write it", Since: "0.1.0",
		Doc: "The new side's schema has a property that the old side's does not have, and does not require it. Old manifests stay valid. " +
			"A typed client that does not know the field may drop it when it writes an object back. Where the parent has " +
			"`x-kubernetes-preserve-unknown-fields`, the field was there before with any value, and the type refuses others. `new` holds the type.",
		Example: "1.30 brings `JobSpec.managedBy`.",
		Needs:   fieldKnowledge, Aspect: "fields of the objects",
		Field: func(f Field) []Change {
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
			c := f.change("field-added", severity, message)
			c.New = TypeText(f.New)
			return []Change{c}
		},
	}
}
