package rule

import "strings"

func enumIntroduced() Rule {
	return Rule{
		ID: "enum-introduced", Title: "A field takes listed values only", Severity: Breaking,
		Varies: "info in built-in types, where a generator began to list what Go code demanded before; risky where only servers write it, and in alpha versions of built-in types", Since: "0.1.0",
		Doc:     "The old side's schema takes any value of the type, the new side's only those of a list. `new` holds the list.",
		Example: "A CRD's release lists the values of `spec.logLevel`.",
		Needs:   enumKnowledge, Aspect: "enums",
		Field: func(f Field) []Change {
			if !f.Both() || len(f.Old.Enum) > 0 || len(f.New.Enum) == 0 {
				return nil
			}
			c := f.change("enum-introduced", f.enforced(f.severity(Breaking, Risky), Info), "takes only "+strings.Join(f.New.Enum, ", "))
			c.New = strings.Join(f.New.Enum, ",")
			return []Change{c}
		},
	}
}
