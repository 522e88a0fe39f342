package rule

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
