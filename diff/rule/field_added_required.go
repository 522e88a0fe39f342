package rule

func fieldAddedRequired() Rule {
	return Rule{
		ID: FieldAddedRequired, Title: "A required field was added", Severity: Breaking,
		Varies: "an addition if it has a default, or in built-in types if only servers write it; otherwise risky in built-in types, whose schema is documentation", Since: "0.1.0",
		Doc: "Both sides have the object, and only the new side's schema has the property, which is required: manifests without it are rejected. Objects of " +
			"built-in types are validated by Go code, which decides what may be omitted; for them the marker affects generated clients and offline validators " +
			"only. `new` is the type.",
		Example: "A CRD's new release requires `spec.backend`.",
		Needs:   fieldKnowledge, Aspect: "fields of the objects",
		Field: func(f Field) []Change {
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
		},
	}
}
