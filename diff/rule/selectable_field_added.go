package rule

func selectableFieldAdded() Rule {
	return Rule{
		ID: "selectable-field-added", Title: "A field can be used in field selectors", Severity: Addition, Since: "0.1.0",
		Doc:     "The version of the custom resource lists a new field for field selectors. `new` is its path.",
		Example: "`kubectl get widgets --field-selector spec.color=blue` works.",
		Needs:   fieldKnowledge, Aspect: "fields of the objects",
		Field: inBoth(func(f Field) []Change {
			return f.selectableChanges(Addition, "can be selected by", f.New, f.Old)
		}),
	}
}
