package rule

func enumValueRemoved() Rule {
	return Rule{
		ID: EnumValueRemoved, Title: "A field no longer accepts a value", Severity: Breaking,
		Varies: "risky in the status of custom resources and in alpha versions of built-in types; info in the status of built-in types", Since: "0.1.0",
		Doc:     "Objects with the value were valid and are now rejected. `old` is the value.",
		Example: "A CRD's release drops `Legacy` from `spec.mode`.",
		Needs:   enumKnowledge, Aspect: "enums",
		Field: inBoth(func(f Field) (changes []Change) {
			was, is := listed(f.Old), listed(f.New)
			if len(was) == 0 || len(is) == 0 {
				return nil
			}
			for _, v := range missing(was, is) {
				severity := f.severity(Breaking, f.enforced(Risky, Info))
				if f.Enforced && !valid(f.Old, v) || f.keepsKeyword("const not", v) {
					severity = Info // another keyword, or a rule, rejected it
				}
				changes = append(changes, f.change(severity, "no longer accepts the value "+v).between(v, "").detailed(v))
			}
			return changes
		}),
	}
}
