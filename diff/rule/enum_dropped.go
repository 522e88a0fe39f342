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
		Field: func(f Field) []Change {
			if !f.Both() || len(f.Old.Enum) == 0 || len(f.New.Enum) > 0 {
				return nil
			}
			c := f.change("enum-dropped", f.enforced(Risky, Info), "takes any value")
			c.Old = strings.Join(f.Old.Enum, ",")
			return []Change{c}
		},
	}
}
