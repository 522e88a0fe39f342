package rule

func celRuleRemoved() Rule {
	return Rule{
		ID: "cel-rule-removed", Title: "A CEL validation rule was removed", Severity: Info, Varies: "risky if only servers write the field", Since: "0.1.0",
		Doc:     "Objects that the rule rejected are now valid. `old` is the expression.",
		Example: "A CRD's release drops the rule `self.min <= self.max`.",
		Needs:   constraintKnowledge, Aspect: "validations",
		Field: inBoth(func(f Field) (changes []Change) {
			for _, r := range f.celChanges().removed {
				changes = append(changes, f.change(f.severity(Info, Risky), "no longer has to satisfy the rule "+r.Rule).between(r.Rule, "").detailed(r.key()))
			}
			return changes
		}),
	}
}
