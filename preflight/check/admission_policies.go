package check

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// policyNeeds are what the checks of admission policies look at.
func policyNeeds() []evidence.Resource {
	return []evidence.Resource{
		evidence.ValidatingPolicies, evidence.ValidatingPolicyBindings, evidence.MutatingPolicies, evidence.MutatingPolicyBindings, evidence.Namespaces,
	}
}

// namespacesOfPolicies spares the labels of namespaces where there is no policy.
func namespacesOfPolicies(in preflight.Input) []evidence.Resource { return sparedFor(len(in.Policies)) }

// boundPolicy is a policy with its bindings. One without a binding does nothing.
type boundPolicy struct {
	*evidence.Policy
	bindings []*evidence.PolicyBinding
	// lacks tells whether the next API server does not serve the kind of its parameters,
	// late that it may not know it while it starts, namespaced that they are in namespaces.
	lacks            answer
	late, namespaced bool
}

// eachPolicy checks every policy that is bound.
func eachPolicy(in preflight.Input, check func(boundPolicy) []preflight.Item) (f found) {
	if len(in.Policies) == 0 {
		return doesNotApply("there are no admission policies")
	}
	for w := range slice.Each(in.Policies) {
		p := boundPolicy{Policy: w, lacks: lacksKind(in, w), late: isLate(in, w), namespaced: namespacedKind(in, w)}
		for j := range in.PolicyBindings {
			if b := &in.PolicyBindings[j]; b.Policy == p.Name && b.Mutating == p.Mutating {
				p.bindings = append(p.bindings, b)
			}
		}
		if len(p.bindings) > 0 {
			f.add(check(p)...)
		}
	}
	return f
}

// ofPolicy starts an item about a policy. value tells apart what can be wrong with it.
func ofPolicy(p boundPolicy, severity rule.Severity, value, format string, args ...any) preflight.Item {
	it := about(p.Object, severity, format, args...)
	it.APIVersion = cmp.Or(it.APIVersion, "admissionregistration.k8s.io/v1")
	it.Kind, it.Value = policyKind(p), value
	return it
}

func policyKind(p boundPolicy) string {
	if p.Mutating {
		return "MutatingAdmissionPolicy"
	}
	return "ValidatingAdmissionPolicy"
}

// refuses lists what the next API server writes before it is ready that a policy
// refuses, and what it may refuse.
func (p boundPolicy) refuses(in preflight.Input) (what, unsure []written) {
	return sorted(in, startWrites, func(v *written) answer { return p.refusesWrite(in, v) })
}

// refusesWrite decides as k8s.io/apiserver does in admission/plugin/policy. While the
// kind of parameters is missing, a policy that fails closed refuses all that it is for,
// whatever its bindings, their actions and its matchConditions say.
func (p boundPolicy) refusesWrite(in preflight.Input, v *written) answer {
	on := isFor(in, p.Match, v)
	if on == no || p.failsClosed() && p.lacks == yes {
		return on
	}
	result := no
	if p.failsClosed() {
		result = jointly(on, p.lacks)
		if p.late && result == no {
			result = maybe
		}
	}
	for _, b := range p.bindings {
		for _, a := range []answer{p.denies(b), p.lacksParam(b, v)} {
			switch jointly(on, isFor(in, b.Match, v), a) {
			case yes:
				return yes
			case maybe:
				result = maybe
			case no:
			}
		}
	}
	return result
}

// failsClosed: errors refuse a request. The API server fills in Fail.
func (p boundPolicy) failsClosed() bool { return p.FailurePolicy != "Ignore" }

// denies tells whether a policy refuses the requests of the API server that it is for.
// CEL is not evaluated: only an expression that is a constant, and conditions that are
// known to exempt the API server, are checked.
func (p boundPolicy) denies(b *evidence.PolicyBinding) answer {
	// A mutation, or the expression of an audit annotation, can only fail.
	mayFail := p.failsClosed() && (p.Mutating || p.Audits)
	mayDeny := slices.Contains(b.Actions, "Deny") && slices.ContainsFunc(p.Validations, func(e string) bool { return bare(e) != "true" })
	switch {
	case slices.ContainsFunc(p.Conditions, exemptsServer), !mayFail && !mayDeny:
		return no
	case mayDeny && p.ParamKind == "" && len(p.Conditions) == 0 && slices.ContainsFunc(p.Validations, func(e string) bool { return bare(e) == "false" }):
		return yes
	default:
		return maybe
	}
}

// isFor tells whether a policy or a binding is for a write.
func isFor(in preflight.Input, m evidence.PolicyMatch, v *written) answer {
	if selects(m.ObjectSelector) && !matches(m.ObjectSelector, v.labels) {
		return no
	}
	on := is(len(m.Rules) == 0)
	for i := range m.Rules {
		if a := ruleFor(&m.Rules[i], v); a == yes || on == no {
			on = a
		}
	}
	if slices.ContainsFunc(m.Excludes, func(r evidence.WebhookRule) bool { return ruleForAll(&r, v) }) {
		return no
	}
	if v.namespace != "" {
		return jointly(on, inScope(in, m.NamespaceSelector, v.namespace))
	}
	return on
}

// ruleFor tells whether a rule is for some of the operations of a write. A name that the
// rule gives may be among those that the API server writes.
func ruleFor(r *evidence.WebhookRule, v *written) answer {
	switch {
	case !covers(r, v.group, v.resource, v.subresource), !writes(r, v.operations...), outOfScope(r, v.namespace != ""):
		return no
	case len(r.Names) == 0:
		return yes
	case v.group == rbacGroup && !slices.ContainsFunc(r.Names, ofSystem):
		return no
	default:
		return maybe
	}
}

// ruleForAll tells whether a rule is for all operations of a write, at any version.
func ruleForAll(r *evidence.WebhookRule, v *written) bool {
	left := slices.DeleteFunc(slices.Clone(v.operations), func(o string) bool { return writes(r, o) })
	return len(left) == 0 && len(r.Names) == 0 && atVersion(r, anything) && ruleFor(r, v) == yes
}

const rbacGroup = "rbac.authorization.k8s.io"

// ofSystem: the API server makes roles and bindings of such names
// (k8s.io/kubernetes/plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go).
func ofSystem(name string) bool {
	return strings.HasPrefix(name, "system:") || slices.Contains([]string{"cluster-admin", "admin", "edit", "view"}, name)
}

// notOfServer is the CEL expression that exempts the API server's own requests.
const notOfServer = `request.userInfo.username != "system:apiserver"`

// exemptsServer: the expression is one that is known to be false for a request of the
// API server, whose user is system:apiserver in the group system:masters
// (k8s.io/apiserver/pkg/server/options/serving_with_loopback.go). No other expression
// is evaluated.
func exemptsServer(expression string) bool {
	return slices.Contains([]string{
		"false", bare(notOfServer), bare(ofControlPlane),
		bare(`!(request.userInfo.username == "system:apiserver")`), bare(`!("system:masters" in request.userInfo.groups)`),
	}, bare(expression))
}

// bare writes an expression with one kind of quotes and without blanks. None of the
// texts that it is held against has a blank or a quote within a string.
func bare(expression string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(expression), ""), "'", `"`)
}

// policyPatch is the command that changes fields of a policy's specification. Patches
// of the default type merge matchConditions by name.
func policyPatch(p boundPolicy, spec map[string]any) string {
	return patchCommand(strings.ToLower(policyKind(p)), p.Name, map[string]any{"spec": spec})
}

// exemptingServer exempts the API server's own requests, permanently.
func exemptingServer(p boundPolicy) string {
	return policyPatch(p, map[string]any{"matchConditions": []any{map[string]any{"name": "not-of-the-api-server", "expression": notOfServer}}})
}

// warning are the commands after which a policy only warns.
func warning(p boundPolicy) (commands []string) {
	for _, b := range p.bindings {
		if slices.Contains(b.Actions, "Deny") {
			commands = append(commands, patchCommand(strings.ToLower(policyKind(p))+"binding", b.Name, map[string]any{"spec": map[string]any{"validationActions": []string{"Warn"}}}))
		}
	}
	return commands
}

// lacksKind tells whether the API server after the hop does not serve the kind of a
// policy's parameters.
func lacksKind(in preflight.Input, p *evidence.Policy) answer {
	if p.ParamKind == "" {
		return no
	}
	gv := discovery.ParseGroupVersion(p.ParamVersion)
	lifecycle := lifecyclesOf(in).find(gv, "", p.ParamKind)
	switch {
	case lifecycle != nil && gone(lifecycle).AtOrBefore(in.To):
		return yes
	case lifecycle != nil && lifecycle.ServedByDefaultIn(in.To):
		return no
	case in.Surface == nil:
		return maybe
	}
	if paramResource(in, p) != nil {
		return no
	}
	if _, unknown := in.Surface.Unknown(gv, discovery.PartResources); unknown {
		return maybe
	}
	return yes
}

// isLate tells whether a starting API server may not know the kind of a policy's
// parameters yet. Admission looks kinds up in discovery, where custom ones appear late, and
// looks again after 30 seconds; the API server ends if it cannot write its roles for
// 30 seconds (k8s.io/apiserver/pkg/server/options/admission.go, k8s.io/kubernetes/pkg/
// registry/rbac/rest/storage_rbac.go).
func isLate(in preflight.Input, p *evidence.Policy) bool {
	return p.ParamKind != "" && lifecyclesOf(in).find(discovery.ParseGroupVersion(p.ParamVersion), "", p.ParamKind) == nil
}

// paramResource is the resource of a policy's parameters as the cluster shows it.
func paramResource(in preflight.Input, p *evidence.Policy) *discovery.Resource {
	return resourceOfKind(in, discovery.ParseGroupVersion(p.ParamVersion), p.ParamKind)
}

// namespacedKind: the parameters of a policy are in namespaces.
func namespacedKind(in preflight.Input, p *evidence.Policy) bool {
	r := paramResource(in, p)
	return r != nil && r.Scope == discovery.Namespaced
}

// lacksParam tells whether a binding's reference to parameters is an error for a write,
// which refuses it whatever the binding's actions and the policy's matchConditions say:
// for what is cluster-scoped it must name a namespace. Whether parameters exist was not
// read.
func (p boundPolicy) lacksParam(b *evidence.PolicyBinding, v *written) answer {
	switch {
	case p.ParamKind == "" || b.Param == nil || !p.failsClosed():
		return no
	case p.namespaced && b.Param.Namespace == "" && v.namespace == "":
		return yes
	case b.Param.NotFound == "Deny":
		return maybe
	default:
		return no
	}
}
