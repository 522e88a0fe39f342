package rule

func celRuleAdded() Rule {
	return Rule{
		ID: "cel-rule-added", Title: "A CEL validation rule was added", Severity: Breaking, Varies: "info if every object that was valid satisfies it; risky in the status of custom resources and in alpha versions of built-in types; info in the status " +
			"of built-in types", Since: "0.1.0",
		Doc: "Objects that do not satisfy the rule were valid and are now rejected. Rules are compared by their parsed expressions: white space, quotes, " +
			"parentheses and messages do not matter. If every valid object of the old side provably satisfies the rule, because it concerns only new fields or " +
			"values or follows from other rules, the message says so. `new` is the expression.",
		Example: "A CRD's release adds the rule `self.min <= self.max`.",
		Needs:   constraintKnowledge, Aspect: "validations",
		Field: inBoth(func(f Field) (changes []Change) {
			for _, r := range f.celChanges().added {
				severity, proved := f.celSeverity(r)
				message := "must satisfy the new rule " + r.Rule
				if proved {
					message += ", as does every object that was valid"
				}
				changes = append(changes, f.change(severity, message).between("", r.Rule).detailed(r.key()))
			}
			return changes
		}),
	}
}
