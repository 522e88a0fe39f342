package rule

import "slices"

// Severity says what a change does to its users.
type Severity string

// The severities, strongest first.
const (
	// Breaking: requests or manifests that worked stop working.
	Breaking Severity = "breaking"
	// Risky: they may behave otherwise.
	Risky Severity = "risky"
	// Deprecation: they work, and will stop working in a later release.
	Deprecation Severity = "deprecation"
	// Possible: it stands in a template, and values that were not given, or what could
	// not be rendered, decide whether it is written. No change has it.
	Possible Severity = "possible"
	// Unknown: it could not be seen whether they work.
	Unknown Severity = "unknown"
	// Addition: something new that breaks nothing.
	Addition Severity = "addition"
	// Info: worth knowing, nothing to do.
	Info Severity = "info"
)

// Severities lists the severities of changes, strongest first.
func Severities() []Severity {
	return []Severity{Breaking, Risky, Deprecation, Unknown, Addition, Info}
}

// FindingSeverities lists those of what is found in manifests, strongest first.
func FindingSeverities() []Severity {
	return []Severity{Breaking, Risky, Deprecation, Possible, Unknown, Addition, Info}
}

// Rank orders severities: 0 is the strongest. An unknown word ranks last.
func (s Severity) Rank() int {
	if i := slices.Index(FindingSeverities(), s); i >= 0 {
		return i
	}
	return len(FindingSeverities())
}

// AtLeast reports whether s is as strong as limit, or stronger.
func (s Severity) AtLeast(limit Severity) bool { return s.Rank() <= limit.Rank() }
