package rule

func celRuleChanged() Rule {
	return Rule{
		ID: "cel-rule-changed", Title: "A CEL rule reads otherwise", Severity: Breaking, Varies: "info where it holds for every object that was valid; risky in the status of custom resources and in alpha versions of built-in types; info in the status of built-in types", Since: "0.1.0",
		Doc: "The expression of a rule with the same message and field changed: it may refuse what it let through. Where it can be proved that it does not, " +
			"the message says so. A rule that reads the same can refuse objects because of a default that is new below it. White space, quotes and parentheses make no other expression. `old` and `new` hold the expressions.",
		Example: "`self.min < self.max` becomes `self.min <= self.max`.",
		Needs:   constraintKnowledge, Aspect: "validations",
		Field: func(f Field) (changes []Change) {
			rules := f.celChanges()
			for _, pair := range rules.changed {
				severity, proved := f.celSeverity(pair[1])
				message := "must hold to the rule " + pair[1].Rule + ", was " + pair[0].Rule
				if proved {
					message += "; it holds for all objects that were valid"
				}
				c := f.change("cel-rule-changed", severity, message)
				c.Old, c.New, c.Detail = pair[0].Rule, pair[1].Rule, pair[1].key()
				changes = append(changes, c)
			}
			for _, r := range rules.defaults {
				c := f.change("cel-rule-changed", f.severity(Breaking, f.enforced(Risky, Info)), "must hold to the rule "+r.Rule+", with other defaults below it")
				c.Old, c.New, c.Detail = r.Rule, r.Rule, "defaults "+r.key()
				changes = append(changes, c)
			}
			return changes
		},
	}
}
