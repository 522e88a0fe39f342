package rule

func fieldDeprecationWithdrawn() Rule {
	return Rule{
		ID: "field-deprecation-withdrawn", Title: "The deprecation of a field or type was withdrawn", Severity: Info, Since: "0.1.0",
		Doc:     "Both sides have the field or type; the old side's description calls it deprecated, the new side's does not.",
		Example: "1.32 withdrew the deprecation of the type Binding.",
		Needs:   factKnowledge, Aspect: "deprecation and stage of fields",
		Field: func(f Field) []Change {
			if !f.Both() || !f.Property && f.Path != "" || !f.Old.Facts.Deprecated || f.New.Facts.Deprecated {
				return nil
			}
			return []Change{f.change("field-deprecation-withdrawn", Info, "is no longer deprecated")}
		},
	}
}
