package rule

import (
	"slices"
	"strings"
)

func enumValueRemoved() Rule {
	return Rule{
		ID: "enum-value-removed", Title: "A field no longer accepts a value", Severity: Breaking,
		Varies: "risky in the status of custom resources and in alpha versions of built-in types; info in the status of built-in types", Since: "0.1.0",
		Doc:     "Objects with the value were valid and are now rejected. `old` is the value.",
		Example: "A CRD's release drops `Legacy` from `spec.mode`.",
		Needs:   enumKnowledge, Aspect: "enums",
		Field: func(f Field) (changes []Change) {
			if !f.Both() || len(f.Old.Enum) == 0 || len(f.New.Enum) == 0 {
				return nil
			}
			for _, v := range missing(f.Old.Enum, f.New.Enum) {
				without := slices.DeleteFunc(slices.Clone(f.Old.Enum), func(o string) bool { return o == v })
				severity := f.severity(Breaking, f.enforced(Risky, Info))
				if f.Enforced && !valid(f.Old, v) || f.keepsKeyword("enum", "["+strings.Join(without, ", ")+"]") {
					severity = Info // another keyword, or a rule, refused it
				}
				c := f.change("enum-value-removed", severity, "no longer takes the value "+v)
				c.Old, c.Detail = v, v
				changes = append(changes, c)
			}
			return changes
		},
	}
}
