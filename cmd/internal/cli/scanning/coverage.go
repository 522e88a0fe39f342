package scanning

import (
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/scan"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/scan/validate"
)

// Coverage is what the run checked, of what it read. ours reports whether the command has a rule.
func (run *Run) Coverage(read scan.Read, ours func(rule string) bool) findings.Coverage {
	o := run.Options
	filter := o.Filter.objects
	return findings.Coverage{
		LooksFor: func(rule string) bool { return ours(rule) && o.looksFor(rule) },
		Narrowed: filter != nil || run.Changes != nil || o.From != "" || len(o.include)+len(o.exclude) > 0,
		Checked:  func(f *finding.Finding) bool { return filter.Admits(f) && read.Has(f) },
	}
}

// looksFor is false for the rules that only a flag checks, without that flag.
func (o *Options) looksFor(rule string) bool {
	switch rule {
	case checker.FieldUnknown:
		return o.Strict
	case validate.RuleID:
		return o.Validate
	default:
		return true
	}
}
