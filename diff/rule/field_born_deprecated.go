package rule

func fieldBornDeprecated() Rule {
	return Rule{
		ID: "field-born-deprecated", Title: "A new field is deprecated already", Severity: Deprecation, Since: "0.1.0",
		Doc:     "The new side's schema has a property that the old side's does not have, and its description calls it deprecated: do not begin to use it.",
		Example: "`events.k8s.io/v1` Event came with `deprecatedCount`.",
		Needs:   factKnowledge, Aspect: "deprecation and stage of fields",
		Field: func(f Field) []Change {
			if f.Old != nil || !f.New.Facts.Deprecated {
				return nil
			}
			return []Change{f.change("field-born-deprecated", Deprecation, "is new and deprecated already")}
		},
	}
}
