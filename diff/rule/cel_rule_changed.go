package rule

func celRuleChanged() Rule {
	return Rule{
		ID: "cel-rule-changed", Title: "A CEL rule reads otherwise", Severity: Breaking, Varies: "risky in the status of custom resources and in alpha versions of built-in types; info in the status of built-in types", Since: "0.1.0",
		Doc: "The expression of a rule with the same message and field changed: it may refuse what it let through. Whether it does cannot be told from the " +
			"texts. `old` and `new` hold the expressions.",
		Example: "`self.min < self.max` becomes `self.min <= self.max`.",
		Needs:   constraintKnowledge, Aspect: "validations",
		Field: func(f Field) (changes []Change) {
			for _, pair := range f.celChanges().changed {
				c := f.change("cel-rule-changed", f.severity(Breaking, f.enforced(Risky, Info)), "must hold to the rule "+pair[1].Rule+", was "+pair[0].Rule)
				c.Old, c.New, c.Detail = pair[0].Rule, pair[1].Rule, pair[1].key()
				changes = append(changes, c)
			}
			return changes
		},
	}
}
