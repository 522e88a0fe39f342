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

// namespacesOfPolicies spares the labels of namespaces where there is no policy.
func namespacesOfPolicies(in preflight.Input) []evidence.Resource {
	return sparedUnless(len(in.Policies) > 0, evidence.Namespaces)
}

// boundPolicy is a policy with its bindings. A policy without a binding has no effect.
type boundPolicy struct {
	*evidence.Policy
	bindings []*evidence.PolicyBinding
	// lacks: the next API server does not serve the kind of the parameters. late: it may not know
	// that kind while it starts: admission looks kinds up in discovery, where custom kinds appear late,
	// and looks again after 30 seconds. The API server ends if it cannot write its roles for 30 seconds
	// (k8s.io/apiserver/pkg/server/options/admission.go,
	// k8s.io/kubernetes/pkg/registry/rbac/rest/storage_rbac.go). namespaced: the parameters are in
	// namespaces.
	lacks            answer
	late, namespaced bool
}

func eachPolicy(in preflight.Input, check func(*found, boundPolicy)) found {
	l := lifecyclesOf(in)
	return each(in.Policies, "there are no admission policies", func(f *found, w *evidence.Policy) {
		p := boundPolicy{Policy: w}
		p.findParams(in, l)
		for b := range slice.Each(in.PolicyBindings) {
			if b.Policy == p.Name && b.Mutating == p.Mutating {
				p.bindings = append(p.bindings, b)
			}
		}
		if len(p.bindings) > 0 {
			check(f, p)
		}
	})
}

// ofPolicy returns an item about a policy. value distinguishes the problems of one policy.
func ofPolicy(p boundPolicy, severity rule.Severity, value, format string, args ...any) preflight.Item {
	it := about(p.Object, severity, format, args...)
	it.APIVersion = cmp.Or(it.APIVersion, "admissionregistration.k8s.io/v1")
	it.Kind, it.Value, it.Word = policyKind(p), value, true
	return it
}

func policyKind(p boundPolicy) string {
	if p.Mutating {
		return "MutatingAdmissionPolicy"
	}
	return "ValidatingAdmissionPolicy"
}

// refuses returns what the next API server writes before it is ready: what the policy refuses, and
// what it may refuse.
func (p boundPolicy) refuses(in preflight.Input) (what, unsure []written) {
	return sorted(in, facts().StartWrites, func(v *written) answer { return p.refusesWrite(in, v) })
}

// refusesWrite reports whether a policy refuses a write, as k8s.io/apiserver decides in
// admission/plugin/policy. While the kind of the parameters is missing, a policy with failurePolicy
// Fail refuses every request that it matches, whatever its bindings, their actions and its
// matchConditions are.
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

// failsClosed reports whether errors refuse a request. The API server sets the default Fail.
func (p boundPolicy) failsClosed() bool { return p.FailurePolicy != "Ignore" }

// denies reports whether a policy refuses requests of the API server that it matches. CEL is not
// evaluated: only constant expressions, and conditions that are known to exempt the API server, are
// recognized.
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

// isFor reports whether a policy, a binding or a webhook matches a write.
func isFor(in preflight.Input, m evidence.PolicyMatch, v *written) answer {
	if selects(m.ObjectSelector) && !matches(m.ObjectSelector, v.Labels) {
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
	if v.Namespace != "" {
		return jointly(on, inScope(in, m.NamespaceSelector, v.Namespace))
	}
	return on
}

// ruleFor reports whether a rule matches some of the operations of a write. If the rule names
// objects, they may be among those that the API server writes.
func ruleFor(r *evidence.WebhookRule, v *written) answer {
	switch {
	case !covers(r, v.Group, v.Resource, v.Subresource), !writes(r, v.Operations...), outOfScope(r, v.Namespace != ""):
		return no
	case len(r.Names) == 0:
		return yes
	case v.Group == rbacGroup && !slices.ContainsFunc(r.Names, ofSystem):
		return no
	default:
		return maybe
	}
}

// ruleForAll reports whether a rule matches all operations of a write, at any version.
func ruleForAll(r *evidence.WebhookRule, v *written) bool {
	left := slices.DeleteFunc(slices.Clone(v.Operations), func(o string) bool { return writes(r, o) })
	return len(left) == 0 && len(r.Names) == 0 && slices.Contains(r.Versions, anything) && ruleFor(r, v) == yes
}

const rbacGroup = "rbac.authorization.k8s.io"

// ofSystem reports whether the API server creates roles and bindings of a name
// (k8s.io/kubernetes/plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go).
func ofSystem(name string) bool {
	return strings.HasPrefix(name, "system:") || slices.Contains([]string{"cluster-admin", "admin", "edit", "view"}, name)
}

// notOfServer is the CEL expression that exempts the requests of the API server itself.
const notOfServer = `request.userInfo.username != "system:apiserver"`

// exemptsServer reports whether an expression is known to be false for a request of the API server,
// whose user is system:apiserver in the group system:masters
// (k8s.io/apiserver/pkg/server/options/serving_with_loopback.go). No other expression is evaluated.
func exemptsServer(expression string) bool {
	return slices.Contains([]string{
		"false", bare(notOfServer), bare(ofControlPlane),
		bare(`!(request.userInfo.username == "system:apiserver")`), bare(`!("system:masters" in request.userInfo.groups)`),
	}, bare(expression))
}

// bare returns an expression with one kind of quotes and without spaces. None of the texts that it
// is compared with has a space or a quote in a string.
func bare(expression string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(expression), ""), "'", `"`)
}

// policyPatch returns the command that changes fields of a policy's spec. A patch of the default
// type merges matchConditions by name.
func policyPatch(p boundPolicy, spec map[string]any) string {
	return patchCommand(strings.ToLower(policyKind(p)), p.Name, "", map[string]any{"spec": spec})
}

// exemptingServer returns the command that exempts the requests of the API server permanently.
func exemptingServer(p boundPolicy) string {
	return policyPatch(p, map[string]any{"matchConditions": []any{map[string]any{"name": "not-of-the-api-server", "expression": notOfServer}}})
}

// warning returns the commands after which a policy only warns.
func warning(p boundPolicy) (commands []string) {
	for _, b := range p.bindings {
		if slices.Contains(b.Actions, "Deny") {
			commands = append(commands, patchCommand(strings.ToLower(policyKind(p))+"binding", b.Name, "", map[string]any{"spec": map[string]any{"validationActions": []string{"Warn"}}}))
		}
	}
	return commands
}

// findParams finds out whether the API servers before and after the hop serve the kind of the
// policy's parameters.
func (p *boundPolicy) findParams(in preflight.Input, l lifecycles) {
	gv := discovery.ParseGroupVersion(p.ParamVersion)
	lifecycle, resource := l.find(gv, "", p.ParamKind), resourceOfKind(in, gv, p.ParamKind)
	p.late = p.ParamKind != "" && lifecycle == nil
	p.namespaced = resource != nil && resource.Scope == discovery.Namespaced
	switch {
	case p.ParamKind == "":
	case gone(lifecycle).AtOrBefore(in.To):
		p.lacks = yes
	case lifecycle != nil && lifecycle.ServedByDefaultIn(in.To):
	case in.Surface == nil:
		p.lacks = maybe
	case resource == nil:
		p.lacks = yes
		if _, unknown := in.Surface.Unknown(gv, discovery.PartResources); unknown {
			p.lacks = maybe
		}
	}
}

// lacksParam reports whether a binding's reference to parameters is an error for a write. Such an
// error refuses the write, whatever the binding's actions and the policy's matchConditions are. For
// a cluster-scoped write, the reference must name a namespace. Whether the parameters exist is not
// read.
func (p boundPolicy) lacksParam(b *evidence.PolicyBinding, v *written) answer {
	switch {
	case p.ParamKind == "" || b.Param == nil || !p.failsClosed():
		return no
	case p.namespaced && b.Param.Namespace == "" && v.Namespace == "":
		return yes
	case b.Param.NotFound == "Deny":
		return maybe
	default:
		return no
	}
}
