package rule

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/diff/pattern"
	"github.com/kubedelta/kubedelta/discovery"
)

func enumKnowledge(f discovery.Fidelity) discovery.Knowledge { return f.Enums }

func enumIntroduced() Rule {
	return Rule{
		ID: EnumIntroduced, Title: "A field accepts only listed values", Severity: Breaking,
		Varies: "info if the old side took no other value, and in built-in types, where the schema now lists what Go code already required; risky if only servers write it, and in alpha versions of built-in " +
			"types", Since: "0.1.0",
		Doc:     "The old side's schema accepts any value of the type; the new side's accepts only the listed values. `new` is the list.",
		Example: "A CRD's release lists the allowed values of `spec.logLevel`.",
		Needs:   enumKnowledge, Aspect: "enums",
		Field: inBoth(func(f Field) []Change {
			is := listed(f.New)
			if len(listed(f.Old)) > 0 || len(is) == 0 {
				return nil
			}
			severity := f.enforced(f.severity(Breaking, Risky), Info)
			if f.listsAll(is) {
				severity = Info
			}
			return []Change{f.change(severity, "accepts only "+strings.Join(is, ", ")).between("", strings.Join(is, ","))}
		}),
	}
}

// listsAll reports whether values contains every value that the old side accepts.
func (f Field) listsAll(values []string) bool {
	if was := listed(f.Old); len(was) > 0 && len(missing(was, values)) == 0 {
		return true
	}
	return f.typeLists(values) || f.keepsKeyword("enum", "["+strings.Join(values, ", ")+"]")
}

// rangeLists reports whether values contains every integer of the old side's range.
func (f Field) rangeLists(values []string) bool {
	least, greatest := shape{f.Old, f.New}.Range()
	if greatest-least >= float64(len(values)) {
		return false
	}
	for n := least; n <= greatest; n++ {
		if !slices.Contains(values, strconv.FormatFloat(n, 'f', -1, 64)) {
			return false
		}
	}
	return true
}

// typeLists reports whether values contains every value that the type, range, pattern, format and lengths
// of the old side accept.
func (f Field) typeLists(values []string) bool {
	switch {
	case f.Old.Nullable:
		return false
	case f.Old.Type == "boolean":
		return slices.Contains(values, "true") && slices.Contains(values, "false")
	case f.Old.Type == "integer":
		return f.rangeLists(values)
	case f.Old.Type != "string":
		return false
	}
	var quoted []string
	for _, v := range values {
		var text string
		if err := json.Unmarshal([]byte(v), &text); err == nil {
			quoted = append(quoted, regexp.QuoteMeta(text))
		}
	}
	return texts(f.Old).Within(pattern.Texts{Patterns: []string{"^(?:" + strings.Join(quoted, "|") + ")$"}, Max: -1}) == pattern.Yes
}
