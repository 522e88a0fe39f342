package rule

func celRuleAdded() Rule {
	return Rule{
		ID: "cel-rule-added", Title: "A new CEL rule must hold", Severity: Breaking, Varies: "risky in the status of custom resources and in alpha versions of built-in types; info in the status of built-in types", Since: "0.1.0",
		Doc:     "Objects that break the rule were valid and are refused. Rules are told apart by their expression, not by their message. `new` holds the expression.",
		Example: "A CRD's release adds the rule `self.min <= self.max`.",
		Needs:   constraintKnowledge, Aspect: "validations",
		Field: func(f Field) (changes []Change) {
			for _, r := range f.celChanges().added {
				c := f.change("cel-rule-added", f.severity(Breaking, f.enforced(Risky, Info)), "must hold to the new rule "+r.Rule)
				c.New, c.Detail = r.Rule, r.key()
				changes = append(changes, c)
			}
			return changes
		},
	}
}
