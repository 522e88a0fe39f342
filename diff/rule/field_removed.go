package rule

func fieldRemoved() Rule {
	return Rule{
		ID: "field-removed", Title: "A field of an object is gone", Severity: Breaking,
		Varies: "info where unknown fields are kept; risky where only servers write it, and in alpha versions of built-in types", Since: "0.1.0",
		Doc: "The old side's schema has a property that the new side's does not have, in an object that both have. Strict clients are refused, " +
			"others have the field dropped in silence. That a field was behind an alpha gate does not always show in its description, so " +
			"it is breaking unless the version is alpha; the message says what the description said. `old` holds the type.",
		Example: "1.31 has no `PodResourceClaim.source`.",
		Needs:   fieldKnowledge, Aspect: "fields of the objects",
		Field: func(f Field) []Change {
			if f.New != nil {
				return nil
			}
			message := "is gone"
			if f.Old.Facts.Stage != "" {
				message += " (it was " + string(f.Old.Facts.Stage) + ")"
			} else if f.Old.Facts.Deprecated {
				message += " (it was deprecated)"
			}
			severity := f.severity(Breaking, Risky)
			if f.Enforced && f.Kept {
				severity = Info
				message += ", and is kept as an unknown field"
			}
			c := f.change("field-removed", severity, message)
			c.Old = TypeText(f.Old)
			return []Change{c}
		},
	}
}
