package envelope

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Level tells of a rule whose findings have a severity that the user set.
type Level struct {
	Rule string `json:"rule"`
	// Severity of its findings; rule.None where they are left out.
	Severity rule.Severity `json:"severity"`
	// Findings counts those that would have another severity.
	Findings int `json:"findings"`
}

// SetLevels gives findings the severities that the user set for their rules, and leaves out
// those of severity none. It tells which rules that changed.
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

// LevelsText is "field-removed: info (3), enum-introduced: none (1)".
func LevelsText(levels []Level) string {
	parts := slice.Map(levels, func(l Level) string { return fmt.Sprintf("%s: %s (%d)", l.Rule, l.Severity, l.Findings) })
	return strings.Join(parts, ", ")
}
