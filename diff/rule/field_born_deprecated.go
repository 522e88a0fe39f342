package rule

func fieldBornDeprecated() Rule {
	return Rule{
		ID: FieldBornDeprecated, Title: "A field was added as deprecated", Severity: Deprecation, Since: "0.1.0",
		Doc:     "Only the new side's schema has the property, and its description says that it is deprecated: do not use it in new manifests.",
		Example: "`events.k8s.io/v1` Event was added with `deprecatedCount`.",
		Needs:   factKnowledge, Aspect: "deprecation and stage of fields",
		Field: func(f Field) []Change {
			if f.Old != nil || !f.New.Facts.Deprecated {
				return nil
			}
			return []Change{f.change(Deprecation, "is new, and already deprecated")}
		},
	}
}
