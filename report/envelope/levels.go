package envelope

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Level is a rule whose severity the user set.
type Level struct {
	Rule string `json:"rule"`
	// Severity is the severity of its findings; rule.None if they are left out.
	Severity rule.Severity `json:"severity"`
	// Findings counts the findings whose severity changed.
	Findings int `json:"findings"`
}

// SetLevels sets the severities that the user gave to rules, and removes findings with the severity
// none. It returns the rules with changed findings.
func SetLevels[T any](levels rule.Levels, list []T, of func(*T) (id string, severity *rule.Severity)) (out []T, changed []Level) {
	if len(levels) == 0 {
		return list, nil
	}
	counts := map[string]int{}
	out = list[:0]
	for i := range list {
		id, severity := of(&list[i])
		if set := levels.Of(id, *severity); set != *severity {
			*severity = set
			counts[id]++
		}
		if *severity != rule.None {
			out = append(out, list[i])
		}
	}
	return out, slice.Map(slices.Sorted(maps.Keys(counts)), func(id string) Level { return Level{Rule: id, Severity: levels[id], Findings: counts[id]} })
}

// Omit reports whether findings were left out, because the user gave their rules no severity.
func Omit(levels []Level) bool {
	return slices.ContainsFunc(levels, func(l Level) bool { return l.Severity == rule.None })
}

// LevelsText is "field-removed: info (3), enum-introduced: none (1)".
func LevelsText(levels []Level) string {
	parts := slice.Map(levels, func(l Level) string { return fmt.Sprintf("%s: %s (%d)", l.Rule, l.Severity, l.Findings) })
	return strings.Join(parts, ", ")
}
