package checker

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/cel"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// expressions checks whether the target accepts the functions in the CEL expressions of an object.
// Servers before 1.25 ignore the rules of definitions, and those before 1.28 other expressions,
// because the features are off by default. Expressions that a cluster already has are kept.
func (v *visit) expressions(emit emitFunc) {
	t, to := v.o.Tree, v.checker.components.to
	end := int(t.Nodes[v.o.Root].After)
	switch {
	case v.kind.gvk.Group == "apiextensions.k8s.io" && v.o.Kind == definitionKind && minorOf(25).AtOrBefore(to):
		for node := v.o.Root + 1; node < end; node++ {
			if t.Nodes[node].Key != "x-kubernetes-validations" {
				continue
			}
			for one := range items(t, node) {
				v.expression(t.Child(one, "rule"), emit)
				v.expression(t.Child(one, "messageExpression"), emit)
			}
		}
	case v.kind.gvk.Group == "admissionregistration.k8s.io" && minorOf(28).AtOrBefore(to), v.kind.gvk.Group == "resource.k8s.io":
		for node := v.o.Root + 1; node < end; node++ {
			if slices.Contains([]string{"expression", "messageExpression", "valueExpression"}, t.Nodes[node].Key) {
				v.expression(node, emit)
			}
		}
	}
}

func minorOf(minor int) discovery.Release { return discovery.Release{Major: 1, Minor: minor} }

// expression checks one expression.
func (v *visit) expression(node int, emit emitFunc) {
	if node < 0 || v.o.Tree.Nodes[node].Kind != tree.String {
		return
	}
	e, err := cel.Parse(v.o.Tree.Nodes[node].Value)
	if err != nil {
		return
	}
	what, minor := e.Introduced()
	first, c := minorOf(minor), v.checker
	if minor == 0 || first.AtOrBefore(c.to.Release) || c.from != nil && c.from.Release.Known() && !first.AtOrBefore(c.from.Release) {
		return
	}
	f := v.entryFinding(ExpressionUnsupported, rule.Breaking, node)
	f.Field, f.Value, f.Introduced = v.path(node), what, first
	f.Message = "the CEL expression uses " + what + ", which API servers accept in new expressions from " + first.String() + " on: " + c.to.name() + " refuses the " + v.o.Kind
	v.report(f, node, Plan{
		Steps: []string{"Write the expression without " + what + ", or use a release of the project for " + c.to.name()},
		Why:   "an expression without it must be written manually",
	}, emit)
}
