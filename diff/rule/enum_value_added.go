package rule

func enumValueAdded() Rule {
	return Rule{
		ID: EnumValueAdded, Title: "A field accepts a new value", Severity: Risky, Since: "0.1.0",
		Doc: "The Kubernetes API conventions call this incompatible unless the field is documented as open-ended: programs that handle each known value may get one " +
			"that they do not know. `new` is the value.",
		Example: "1.35 accepts `Gt` and `Lt` in `Toleration.operator`.",
		Needs:   enumKnowledge, Aspect: "enums",
		Field: inBoth(func(f Field) (changes []Change) {
			was, is := listed(f.Old), listed(f.New)
			if len(was) == 0 || len(is) == 0 {
				return nil
			}
			for _, v := range missing(is, was) {
				changes = append(changes, f.change(Risky, "accepts the new value "+v).between("", v).detailed(v))
			}
			return changes
		}),
	}
}
