package rule

import (
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/diff/pattern"
)

func enumIntroduced() Rule {
	return Rule{
		ID: "enum-introduced", Title: "A field accepts only listed values", Severity: Breaking,
		Varies: "info if the old side took no other value, and in built-in types, where the schema now lists what Go code already required; risky if only servers write it, and in alpha versions of built-in " +
			"types", Since: "0.1.0",
		Doc:     "The old side's schema accepts any value of the type; the new side's accepts only the listed values. `new` is the list.",
		Example: "A CRD's release lists the allowed values of `spec.logLevel`.",
		Needs:   enumKnowledge, Aspect: "enums",
		Field: func(f Field) []Change {
			if !f.Both() || len(f.Old.Enum) > 0 || len(f.New.Enum) == 0 {
				return nil
			}
			severity := f.enforced(f.severity(Breaking, Risky), Info)
			if f.listsAll() || f.keepsKeyword("enum", "["+strings.Join(f.New.Enum, ", ")+"]") {
				severity = Info
			}
			c := f.change("enum-introduced", severity, "takes only "+strings.Join(f.New.Enum, ", "))
			c.New = strings.Join(f.New.Enum, ",")
			return []Change{c}
		},
	}
}

// listsAll reports whether the new side's list has all values that the old side's other
// keywords let through.
func (f Field) listsAll() bool {
	switch {
	case f.Old.Nullable:
		return false
	case f.Old.Type == "boolean":
		return slices.Contains(f.New.Enum, "true") && slices.Contains(f.New.Enum, "false")
	case f.Old.Type != "string":
		return false
	}
	var listed []string
	for _, v := range f.New.Enum {
		var text string
		if err := json.Unmarshal([]byte(v), &text); err == nil {
			listed = append(listed, regexp.QuoteMeta(text))
		}
	}
	return texts(f.Old).Within(pattern.Texts{Patterns: []string{"^(?:" + strings.Join(listed, "|") + ")$"}, Max: -1}) == pattern.Yes
}
