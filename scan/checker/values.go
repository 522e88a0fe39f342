package checker

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// valueFact is the lifecycle of one of the values of a field.
type valueFact struct {
	Kind, Key, Value    string
	Deprecated, Removed discovery.Release
	Instead, Source     string
}

// HasValues reports whether a field of a kind can have a value that a release up to the target
// deprecates or removes, or that a release after from is the first to reject; some API servers of a
// cluster may be of the release before from. No schema shows it. Of addresses, kinds whose objects
// controllers make are left out.
func HasValues(kind string, from, to discovery.Release) bool {
	begins := func(r discovery.Release) bool { return r.AtOrBefore(to) && from.AtOrBefore(r) }
	return kind == definitionKind && begins(rule.NumberFormats()) ||
		slices.ContainsFunc(facts().Values, func(f valueFact) bool { return f.Kind == kind && ended(f.Deprecated, f.Removed, to) }) ||
		begins(strictAddresses()) && slices.ContainsFunc(facts().Addresses, func(f addressFields) bool {
			return f.Kind == kind && !slices.Contains([]string{"Pod", "EndpointSlice", "Endpoints", "Node"}, kind)
		})
}

func (v *visit) deprecatedValue(node int, f *valueFact, emit emitFunc) {
	severity, what := rule.Deprecation, "is deprecated"
	if f.Removed.AtOrBefore(v.checker.to.Release) {
		severity, what = rule.Risky, "no longer works: Kubernetes "+f.Removed.String()+" removed it"
	}
	out := v.entryFinding(ValueDeprecated, severity, node)
	out.Field, out.Value, out.Deprecated, out.Removed = v.path(node), f.Value, f.Deprecated, f.Removed
	out.Message = "the value " + f.Value + " of " + f.Key + " " + what + "; " + f.Instead
	v.report(out, node, Plan{Steps: []string{sentence(f.Instead)}, Why: "the replacement of the value is not equivalent"}, emit)
}
