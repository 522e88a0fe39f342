package findings

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Coverage is what a run checked. The zero value is everything.
type Coverage struct {
	// LooksFor reports whether the run looks for the findings of a rule; nil if for those of all
	// rules.
	LooksFor func(rule string) bool
	// Levels are the severities that the user set. Findings of rules without a severity are left out.
	Levels rule.Levels
	// Narrowed: filters leave out objects, files or findings.
	Narrowed bool
	// Checked reports whether the run checked the object of a finding of an earlier report, if that
	// still exists; nil if it checked all objects.
	Checked func(*finding.Finding) bool
}

func (c *Coverage) looksFor(id string) bool {
	return c.Levels[id] != rule.None && (c.LooksFor == nil || c.LooksFor(id))
}

func (c *Coverage) checked(f *finding.Finding) bool {
	return c.looksFor(f.Rule) && (c.Checked == nil || c.Checked(f))
}
