package rule

import "strings"

func enumDropped() Rule {
	return Rule{
		ID: "enum-dropped", Title: "A field accepts any value again", Severity: Risky,
		Varies: "info in built-in types, whose schema is documentation", Since: "0.1.0",
		Doc: "The old side's schema lists the allowed values; the new side's accepts any value of the type. Readers may get values that they do not know. `old` is " +
			"the list.",
		Example: "A CRD's release no longer lists the allowed values of `spec.logLevel`.",
		Needs:   enumKnowledge, Aspect: "enums",
		Field: inBoth(func(f Field) []Change {
			was := listed(f.Old)
			if len(was) == 0 || len(listed(f.New)) > 0 {
				return nil
			}
			return []Change{f.change(f.enforced(Risky, Info), "accepts any value").between(strings.Join(was, ","), "")}
		}),
	}
}
