package rule

func enumValueAdded() Rule {
	return Rule{
		ID: "enum-value-added", Title: "A field accepts a new value", Severity: Risky, Since: "0.1.0",
		Doc: "The Kubernetes API conventions call this incompatible unless the field is documented as open-ended: programs that handle each known value may get one " +
			"that they do not know. `new` is the value.",
		Example: "1.35 accepts `Gt` and `Lt` in `Toleration.operator`.",
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
