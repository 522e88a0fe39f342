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

// None omits the findings of a rule. It is not the severity of a finding.
const None = "none"

// Levels are the severities that a user sets for rules, by ID. They replace the rules' own.
type Levels map[string]Severity

// Of returns the severity of a finding of a rule. A finding in a template that may not be rendered
// stays Possible, unless the user's severity is weaker.
func (l Levels) Of(id string, own Severity) Severity {
	set, ok := l[id]
	if !ok || own == Possible && set != None && set.AtLeast(Possible) {
		return own
	}
	return set
}
