package validate

import (
	"strings"
	"unicode/utf8"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// finding makes a finding from a problem. Its strings outlive the object.
func (x *check) finding(p problem) finding.Finding {
	o := x.o
	f := finding.Finding{
		Rule: RuleID, Severity: p.severity, File: strings.Clone(o.File), Document: o.Document,
		APIVersion: strings.Clone(o.APIVersion), Kind: strings.Clone(o.Kind),
		Namespace: strings.Clone(o.Namespace), Name: strings.Clone(o.Name),
		Field: strings.Clone(p.field), Value: p.value, Offset: -1, Validation: true,
		Origin: tree.Origin{
			Chart: strings.Clone(o.Origin.Chart), Template: strings.Clone(o.Origin.Template), Kustomization: strings.Clone(o.Origin.Kustomization),
		},
	}
	what := p.field
	if what == "" {
		what = o.Kind
	}
	f.Message = strings.Clone(what) + " " + p.message
	n := &o.Tree.Nodes[p.node]
	f.Line, f.Column = int(n.Line), int(n.Column)
	if f.Column <= 0 {
		return f
	}
	if n.Key != "" {
		f.EndColumn = f.Column + utf8.RuneCountInString(n.Key)
	}
	switch {
	case x.secret(p.node):
		// The length of a secret must not be shown either.
	case o.OneLine(n):
		f.EndColumn = int(n.ValueColumn) + n.Width()
	case n.Key == "" && o.Measured(n):
		f.EndColumn, f.Offset = f.Column+n.Width(), int(n.Start)
	}
	return f
}
