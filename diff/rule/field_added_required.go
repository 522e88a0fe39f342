package rule

func fieldAddedRequired() Rule {
	return Rule{
		ID: "field-added-required", Title: "An object has a new required field", Severity: Breaking,
		Varies: "an addition where it has a default, and in built-in types where only servers write it; else risky in built-in types, whose schema is documentation", Since: "0.1.0",
		Doc: "The new side's schema requires a property that the old side's does not have, in an object that both have: manifests written for the " +
			"old side are refused. Built-in types are checked by Go code, which knows what may be left out; there the marker breaks generated " +
			"clients and offline validators only. `new` holds the type.",
		Example: "A CRD's new release requires `spec.backend`.",
		Needs:   fieldKnowledge, Aspect: "fields of the objects",
		Field: func(f Field) []Change {
			if f.Old != nil || !f.NewRequired {
				return nil
			}
			severity, whom := f.written(Addition)
			if f.New.Default != "" {
				severity, whom = Addition, ""
			}
			if f.narrowsUnknown() {
				severity, whom = f.severity(Breaking, Risky), whom+unknownRefused
			}
			c := f.change("field-added-required", severity, "is new and required"+whom)
			c.New = TypeText(f.New)
			return []Change{c}
		},
	}
}
