package rule

func fieldAdded() Rule {
	return Rule{
		ID: FieldAdded, Title: "An optional field was added", Severity: Addition,
		Varies: "breaking in a custom resource that kept unknown fields or was a map, so that the field accepted other values; risky there if only servers write the field", Since: "0.1.0",
		Doc: "Both sides have the object, and only the new side's schema has the property, which is not required. Existing manifests stay valid. A typed client " +
			"that does not know the field may drop it when it updates an object. If the parent had `x-kubernetes-preserve-unknown-fields` or `additionalProperties`, " +
			"the field could already be set, to other values; the new type restricts it. `new` is the type.",
		Example: "1.30 adds `JobSpec.managedBy`.",
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
			c := f.change(severity, message)
			c.New, c.Stage = TypeText(f.New), f.New.Facts.Stage
			return []Change{c}
		},
	}
}
