package rule

func fieldRemoved() Rule {
	return Rule{
		ID: "field-removed", Title: "A field was removed", Severity: Breaking,
		Varies: "info if unknown fields are kept; risky if only servers write it, and in alpha versions of built-in types", Since: "0.1.0",
		Doc: "Both sides have the object, and the new side's schema no longer has the property. The API server rejects the field from clients with strict " +
			"validation, and silently drops it for others. Descriptions do not always say that a field needs an alpha feature gate, so the change is breaking " +
			"unless the version is alpha; the message says what the description says. `old` is the type.",
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
