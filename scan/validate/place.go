package validate

import (
	"cmp"
	"strings"

	"github.com/kubedelta/kubedelta/scan/finding"
)

// finding makes a finding from a problem. Its strings outlive the object.
func (x *check) finding(p problem) finding.Finding {
	o := x.o
	f := finding.At(o, strings.Clone(o.APIVersion), strings.Clone(o.Kind), p.node)
	f.Rule, f.Severity, f.Field, f.Value, f.Validation = RuleID, p.severity, strings.Clone(p.field), p.value, true
	f.Message = cmp.Or(f.Field, f.Kind) + " " + p.message
	n := &o.Tree.Nodes[p.node]
	switch {
	case n.Column <= 0:
	case x.secret(p.node):
		// The length of a secret must not be shown either.
	case o.OneLine(n):
		f.EndColumn = int(n.ValueColumn) + n.Width()
	case n.Key == "" && o.Measured(n):
		f.EndColumn, f.Offset = f.Column+n.Width(), int(n.Start)
	}
	return f
}
