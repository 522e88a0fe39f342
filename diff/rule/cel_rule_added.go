package rule

func celRuleAdded() Rule {
	return Rule{
		ID: "cel-rule-added", Title: "A new CEL rule must hold", Severity: Breaking, Varies: "info where it holds for every object that was valid; risky in the status of custom resources and in alpha versions of built-in types; info in the status of built-in types", Since: "0.1.0",
		Doc: "Objects that break the rule were valid and are refused. Rules are told apart by their parsed expression: not by white space, quotes, parentheses or messages. " +
			"Where it can be proved that no object of the old side breaks the rule, because it is about new fields or values or follows from other rules, the message says so. `new` holds the expression.",
		Example: "A CRD's release adds the rule `self.min <= self.max`.",
		Needs:   constraintKnowledge, Aspect: "validations",
		Field: func(f Field) (changes []Change) {
			for _, r := range f.celChanges().added {
				severity, proved := f.celSeverity(r)
				message := "must hold to the new rule " + r.Rule
				if proved {
					message += ", which holds for all objects that were valid"
				}
				c := f.change("cel-rule-added", severity, message)
				c.New, c.Detail = r.Rule, r.key()
				changes = append(changes, c)
			}
			return changes
		},
	}
}
