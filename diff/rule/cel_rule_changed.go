package rule

func celRuleChanged() Rule {
	return Rule{
		ID: "cel-rule-changed", Title: "A CEL validation rule was changed", Severity: Breaking, Varies: "info if every object that was valid satisfies it; risky in the status of custom resources and in alpha versions of built-in types; info in the status " +
			"of built-in types", Since: "0.1.0",
		Doc: "The expression of a rule with the same message and field changed: it may reject objects that were valid. If it provably does not, the message says " +
			"so. A rule with the same expression can reject objects because of a new default below it, because null is no longer valid there, because a value has " +
			"another format (strings of the formats `byte`, `duration`, `date` and `date-time` are not strings in CEL), or because a list has another type (sets " +
			"and maps are compared without the order). White space, quotes and parentheses do not matter. `old` and `new` are the expressions.",
		Example: "`self.min <= self.max` becomes `self.min < self.max`.",
		Needs:   constraintKnowledge, Aspect: "validations",
		Field: inBoth(func(f Field) (changes []Change) {
			for _, pair := range f.celChanges().changed {
				severity, proved := f.celSeverity(pair[1])
				message := "must satisfy the rule " + pair[1].Rule + ", was " + pair[0].Rule
				if proved {
					message += "; every object that was valid satisfies it"
				}
				changes = append(changes, f.change(severity, message).between(pair[0].Rule, pair[1].Rule).detailed(pair[1].key()))
			}
			for _, r := range f.celDefaults() {
				c := f.change(f.severity(Breaking, f.enforced(Risky, Info)), "must satisfy the rule "+r.Rule+"; "+f.because(r))
				changes = append(changes, c.between(r.Rule, r.Rule).detailed("defaults "+r.key()))
			}
			return changes
		}),
	}
}
