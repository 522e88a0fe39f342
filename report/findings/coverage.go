package findings

import "github.com/kubedelta/kubedelta/scan/finding"

// Coverage is what a run checked. The zero value is everything.
type Coverage struct {
	// LooksFor reports whether the run looks for the findings of a rule; nil if for those of all
	// rules.
	LooksFor func(rule string) bool
	// Narrowed: filters leave out objects, files or findings.
	Narrowed bool
	// Checked reports whether the run checked the object of a finding of an earlier report, if that
	// still exists; nil if it checked all objects.
	Checked func(*finding.Finding) bool
}

func (c *Coverage) looksFor(rule string) bool { return c.LooksFor == nil || c.LooksFor(rule) }

func (c *Coverage) checked(f *finding.Finding) bool {
	return c.looksFor(f.Rule) && (c.Checked == nil || c.Checked(f))
}
