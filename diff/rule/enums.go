package rule

import (
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/diff/pattern"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

func enumIntroduced(f Field) []Change {
	is := listed(f.New)
	if len(listed(f.Old)) > 0 || len(is) == 0 {
		return nil
	}
	severity := f.enforced(f.severity(Breaking, Risky), Info)
	all, reason := f.attempt(func() bool { return f.listsAll(is) })
	if all {
		severity = Info
	}
	return []Change{f.change(severity, "accepts only "+strings.Join(is, ", ")).unproven(reason).between("", strings.Join(is, ","))}
}

// listsAll reports whether values contains every value that the old side accepts.
func (f Field) listsAll(values []string) bool {
	if was := listed(f.Old); len(was) > 0 && len(missing(was, values)) == 0 {
		return true
	}
	text := "[" + strings.Join(values, ", ") + "]"
	return f.typeLists(values) || f.numbersKeep("enum", text) || f.keepsKeyword("enum", text)
}

// typeLists reports whether values contains every value that the type, pattern, format and lengths
// of the old side accept.
func (f Field) typeLists(values []string) bool {
	switch {
	case f.Old.Nullable:
		return false
	case f.Old.Type == "boolean":
		return slices.Contains(values, "true") && slices.Contains(values, "false")
	case f.Old.Type != "string":
		return false
	}
	var given []string
	for _, v := range values {
		var text string
		if err := json.Unmarshal([]byte(v), &text); err == nil {
			given = append(given, text)
		}
	}
	return texts(f.Old).Within(pattern.Texts{Patterns: []string{oneOfTexts(given)}, Max: -1}) == pattern.Yes
}

// oneOfTexts returns the pattern that only some texts match.
func oneOfTexts(list []string) string {
	return "^(?:" + strings.Join(slice.Map(list, regexp.QuoteMeta), "|") + ")$"
}

func enumDropped(f Field) []Change {
	was := listed(f.Old)
	if len(was) == 0 || len(listed(f.New)) > 0 {
		return nil
	}
	return []Change{f.change(f.enforced(Risky, Info), "accepts any value").between(strings.Join(was, ","), "")}
}

func enumValueAdded(f Field) []Change {
	was, is := listed(f.Old), listed(f.New)
	if len(was) == 0 || len(is) == 0 {
		return nil
	}
	return slice.Map(missing(is, was), func(v string) Change {
		return f.change(Risky, "accepts the new value "+v).between("", v).detailed(v)
	})
}

func enumValueRemoved(f Field) (changes []Change) {
	was, is := listed(f.Old), listed(f.New)
	if len(was) == 0 || len(is) == 0 {
		return nil
	}
	for _, v := range missing(was, is) {
		severity := f.severity(Breaking, f.enforced(Risky, Info))
		rejected, reason := f.attempt(func() bool {
			return f.Enforced && (!valid(f.Old, v) || v == "null" && enumRefusesNull(f.Old)) || f.keepsKeyword("const not", v)
		})
		if rejected { // by another keyword, or a rule
			severity = Info
		}
		changes = append(changes, f.change(severity, "no longer accepts the value "+v).unproven(reason).between(v, "").detailed(v))
	}
	return changes
}
