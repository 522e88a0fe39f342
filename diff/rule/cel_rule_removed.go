package rule

func celRuleRemoved() Rule {
	return Rule{
		ID: "cel-rule-removed", Title: "A CEL rule is gone", Severity: Info, Varies: "risky where only servers write it", Since: "0.1.0",
		Doc:     "What the rule refused is valid. `old` holds the expression.",
		Example: "A CRD's release drops the rule `self.min <= self.max`.",
		Needs:   constraintKnowledge, Aspect: "validations",
		Field: func(f Field) (changes []Change) {
			for _, r := range f.celChanges().removed {
				c := f.change("cel-rule-removed", f.severity(Info, Risky), "no longer has to hold to the rule "+r.Rule)
				c.Old, c.Detail = r.Rule, r.key()
				changes = append(changes, c)
			}
			return changes
		},
	}
}
