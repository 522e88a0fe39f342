package rule

import "slices"

// Severity is the effect of a change on its users.
type Severity string

// The severities, strongest first.
const (
	// Breaking: requests or manifests that worked stop working.
	Breaking Severity = "breaking"
	// Risky: requests or manifests may have another effect.
	Risky Severity = "risky"
	// Deprecation: requests or manifests work, but will stop working in a later release.
	Deprecation Severity = "deprecation"
	// Possible: the finding is in a template, and whether it is rendered depends on values that are
	// missing or on parts that could not be rendered. Changes never have this severity.
	Possible Severity = "possible"
	// Unknown: it could not be determined whether requests or manifests work.
	Unknown Severity = "unknown"
	// Addition: something new that breaks nothing.
	Addition Severity = "addition"
	// Info: for information only; no action is needed.
	Info Severity = "info"
)

// Severities lists the severities of changes, strongest first.
func Severities() []Severity {
	return []Severity{Breaking, Risky, Deprecation, Unknown, Addition, Info}
}

// FindingSeverities lists the severities of findings in manifests, strongest first.
func FindingSeverities() []Severity {
	return []Severity{Breaking, Risky, Deprecation, Possible, Unknown, Addition, Info}
}

// Rank returns the place of a severity in the order: 0 for the strongest. An unknown word comes
// last.
func (s Severity) Rank() int {
	if i := slices.Index(FindingSeverities(), s); i >= 0 {
		return i
	}
	return len(FindingSeverities())
}

// AtLeast reports whether s is as strong as limit, or stronger.
func (s Severity) AtLeast(limit Severity) bool { return s.Rank() <= limit.Rank() }
