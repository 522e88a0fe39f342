package checker

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// valueFact is the lifecycle of one of the values of a field.
type valueFact struct {
	kind, key, value    string
	deprecated, removed discovery.Release
	instead             string
	source              string
}

//nolint:gochecknoglobals // a constant
var valueFacts = append(provisioners(), []valueFact{
	{kind: "PersistentVolume", key: "persistentVolumeReclaimPolicy", value: "Recycle", instead: "use dynamic provisioning",
		source: "the field's description; the API server's warning, #122339"},
	{kind: "Service", key: "trafficDistribution", value: "PreferClose", deprecated: minor(35), instead: "write PreferSameZone, which means the same",
		source: "KEP-3015; Kubernetes 1.35 notes"},
	{kind: "EndpointSlice", key: "addressType", value: "FQDN", deprecated: minor(33), instead: "write slices of IPv4 or IPv6 addresses",
		source: "the field's description"},
}...)

// RemovesValue reports whether a release from one to another removed a value that a field of a kind
// can have. No schema shows it. The first release is included, because some API servers of a
// cluster may be of the release before it.
func RemovesValue(kind string, from, to discovery.Release) bool {
	return slices.ContainsFunc(valueFacts, func(f valueFact) bool {
		return f.kind == kind && f.removed.AtOrBefore(to) && from.AtOrBefore(f.removed)
	})
}

// deprecatedValue emits a value that is deprecated or no longer works.
func (v *visit) deprecatedValue(node int, f *valueFact, emit emitFunc) {
	severity, what := rule.Deprecation, "is deprecated"
	if f.removed.AtOrBefore(v.checker.to.Release) {
		severity, what = rule.Risky, "no longer works: Kubernetes "+f.removed.String()+" removed it"
	}
	out := v.entryFinding(ValueDeprecated, severity, node)
	out.Field, out.Value, out.Deprecated, out.Removed = v.path(node), f.value, f.deprecated, f.removed
	out.Message = "the value " + f.value + " of " + f.key + " " + what + "; " + f.instead
	v.report(out, node, Plan{Steps: []string{sentence(f.instead)}, Why: "the replacement of the value is not equivalent"}, emit)
}
