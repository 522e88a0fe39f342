package checker

import "github.com/kubedelta/kubedelta/diff/rule"

// Rule is one way in which an object can fail at a target, as data without functions. What
// finds it is in the file of what is looked at: types, fields, references, words. Where a
// rule of diff means the same, it has the same ID.
type Rule = rule.Rule
