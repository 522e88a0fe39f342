package rule

func selectableFieldRemoved() Rule {
	return Rule{
		ID: "selectable-field-removed", Title: "Field selectors no longer take a field", Severity: Breaking, Since: "0.1.0",
		Doc:     "Requests that select by the field are answered 400. `old` holds its path.",
		Example: "`kubectl get widgets --field-selector spec.color=blue` is refused.",
		Needs:   fieldKnowledge, Aspect: "fields of the objects",
		Field: func(f Field) []Change {
			if !f.Both() {
				return nil
			}
			changes := f.selectableChanges("selectable-field-removed", f.severity(Breaking, Breaking), "can no longer be selected by", f.Old, f.New)
			for i := range changes {
				changes[i].Old = changes[i].Detail
			}
			return changes
		},
	}
}
