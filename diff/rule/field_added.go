package rule

func fieldAdded() Rule {
	return Rule{
		ID: "field-added", Title: "An object has a new optional field", Severity: Addition, Since: "0.1.0",
		Doc: "The new side's schema has a property that the old side's does not have, and does not require it. Old manifests stay valid. " +
			"A typed client that does not know the field may drop it when it writes an object back. `new` holds the type.",
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
			c := f.change("field-added", Addition, message)
			c.New = TypeText(f.New)
			return []Change{c}
		},
	}
}
