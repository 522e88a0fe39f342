package rule

func selectableFieldRemoved() Rule {
	return Rule{
		ID: "selectable-field-removed", Title: "A field can no longer be used in field selectors", Severity: Breaking, Since: "0.1.0",
		Doc:     "The API server answers requests that select by the field with 400. `old` is its path.",
		Example: "`kubectl get widgets --field-selector spec.color=blue` is rejected.",
		Needs:   fieldKnowledge, Aspect: "fields of the objects",
		Field: inBoth(func(f Field) []Change {
			return f.selectableChanges(f.severity(Breaking, Breaking), "can no longer be selected by", f.Old, f.New)
		}),
	}
}
