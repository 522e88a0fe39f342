package rule

func enumValueAdded() Rule {
	return Rule{
		ID: "enum-value-added", Title: "A field takes a value that it did not take", Severity: Risky, Since: "0.1.0",
		Doc: "Kubernetes' API conventions call this incompatible unless the field is documented as open-ended: readers that switch over " +
			"the values meet one that they do not know. `new` holds the value.",
		Example: "1.35 takes `Gt` and `Lt` in `Toleration.operator`.",
		Needs:   enumKnowledge, Aspect: "enums",
		Field: func(f Field) (changes []Change) {
			if !f.Both() || len(f.Old.Enum) == 0 || len(f.New.Enum) == 0 {
				return nil
			}
			for _, v := range missing(f.New.Enum, f.Old.Enum) {
				c := f.change("enum-value-added", Risky, "takes the new value "+v)
				c.New, c.Detail = v, v
				changes = append(changes, c)
			}
			return changes
		},
	}
}
