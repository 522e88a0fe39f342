package rule

// None leaves the findings of a rule out. It is no severity of a finding.
const None = "none"

// Levels are the severities that a user gives rules, by ID, in place of the rules' own.
type Levels map[string]Severity

// Of is the severity of a finding of a rule. What only stands in a template that may not be
// rendered stays Possible, unless the user's severity is weaker.
func (l Levels) Of(id string, own Severity) Severity {
	set, ok := l[id]
	if !ok || own == Possible && set != None && set.AtLeast(Possible) {
		return own
	}
	return set
}
