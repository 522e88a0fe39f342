package judge

import "github.com/kubedelta/kubedelta/diff/rule"

// Rule is one way in which a target can take an object ill, as data. What finds
// it is in the file of what is looked at: types, fields, references, words.
type Rule struct {
	// ID is kebab-case and stable for ever; where a rule of diff means the same, it
	// has the same.
	ID string
	// Title says what the rule finds, in a few words.
	Title string
	// Severity of its findings as a rule; Varies says when it is another.
	Severity rule.Severity
	Varies   string
	// Since is the release of kubedelta that brought the rule.
	Since string
	// Doc is the rule's page, in markdown.
	Doc     string
	Example string
}
