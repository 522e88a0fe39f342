package check

import (
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
		it = ofPolicy(p, rule.Breaking, "namespace", "its parameters, %s, are namespaced, and a binding names no namespace, so every cluster-scoped request that it matches is refused; %s", p.params(), stops(in, what))
		it.Migration = []string{"name the namespace of the parameters in paramRef of the binding, or set failurePolicy to Ignore until then"}
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
