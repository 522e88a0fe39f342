package check

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
)

func checkAdmissionPolicyRefuses(in preflight.Input) found {
	return eachPolicy(in, func(f *found, p boundPolicy) {
		what, unsure := p.refuses(in)
		switch {
		case len(what) > 0:
			f.add(p.refusal(in, what))
		case len(unsure) > 0 && p.failsClosed() && p.lacks == maybe:
			f.add(ofPolicy(p, rule.Unknown, "params", "whether the kind of its parameters, %s, is served is unknown; if it is not, %s", p.params(), stops(in, unsure)))
		}
	})
}

func (p boundPolicy) refusal(in preflight.Input, what []written) preflight.Item {
	ignoring := policyPatch(p, map[string]any{"failurePolicy": "Ignore"})
	var it preflight.Item
	switch {
	case p.failsClosed() && p.lacks == yes:
		it = ofPolicy(p, rule.Breaking, "params", "the kind of its parameters, %s, is not served, so every request that it matches is refused; %s", p.params(), stops(in, what))
		it.Migration = []string{"create the definition of " + p.params() + ", or delete the policy, or set failurePolicy to Ignore until the definition exists"}
		it.Commands = []string{ignoring}
	case p.ParamKind != "":
		it = ofPolicy(p, rule.Breaking, "namespace", "its parameters, %s, are namespaced, and a binding specifies no namespace, so every cluster-scoped request that it matches is refused; %s", p.params(), stops(in, what))
		it.Migration = []string{"specify the namespace of the parameters in paramRef of the binding, or set failurePolicy to Ignore until then"}
		it.Commands = []string{ignoring}
	default:
		it = ofPolicy(p, rule.Breaking, "false", "its expression is false for every request; %s", stops(in, what))
		it.Migration = []string{"exempt the API server's own requests permanently, or let the policy only warn during the upgrade"}
		it.Commands = append([]string{exemptingServer(p)}, warning(p)...)
	}
	return it
}

// params returns the type of the parameters, such as "example.com/v1 Limit".
func (p boundPolicy) params() string { return p.ParamVersion + " " + p.ParamKind }

func stops(in preflight.Input, what []written) string {
	return "the API server of " + in.To.String() + " does not become ready while its writes of " + rule.First(namesOf(what), 4) + " are refused"
}

func checkAdmissionPolicyMayRefuse(in preflight.Input) found {
	return eachPolicy(in, func(f *found, p boundPolicy) {
		what, unsure := p.refuses(in)
		if len(what) > 0 || len(unsure) == 0 {
			return // the other check reports it
		}
		if p.failsClosed() && p.late {
			f.add(p.lateParams(in, unsure))
			return
		}
		by := "its expressions, which are not evaluated,"
		if p.ParamKind != "" {
			by = "its expressions, which are not evaluated, or missing parameters"
		}
		it := f.add(ofPolicy(p, rule.Risky, "expressions", "it matches %s, and %s may refuse them; the API server of %s does not become ready while its own writes of these are refused", rule.First(namesOf(unsure), 4), by, in.To))
		it.Migration = []string{"exempt the API server's own requests permanently"}
		it.Commands = []string{exemptingServer(p)}
		if slices.Contains(namesOf(unsure), "clusterroles") {
			it.Migration = []string{"the first command shows whether the API server may write its roles; the second exempts its own requests permanently"}
			it.Commands = slices.Insert(it.Commands, 0, "kubectl get clusterrole system:node -o yaml | kubectl replace -f - --dry-run=server --as=system:apiserver --as-group=system:masters")
		}
	})
}

// lateParams returns the item for a kind of parameters that a starting API server may not know.
func (p boundPolicy) lateParams(in preflight.Input, unsure []written) preflight.Item {
	it := ofPolicy(p, rule.Risky, "late-params", "the API server of %s may not know %s, the custom kind of its parameters, while it starts, and then refuses every request that the policy matches; it ends if its own writes of %s are refused for 30 seconds", in.To, p.params(), rule.First(namesOf(unsure), 4))
	it.Migration = []string{"set failurePolicy to Ignore during the upgrade, or exclude what the API server writes with excludeResourceRules; if the API server ends, it may become ready when it is started again"}
	it.Commands = []string{policyPatch(p, map[string]any{"failurePolicy": "Ignore"})}
	return it
}
