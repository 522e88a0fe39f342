package check

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
)

func admissionPolicyMayRefuse() definition {
	return definition{Check: preflight.Check{
		ID: "admission-policy-may-refuse", Title: "No admission policy is for what a new API server writes", Severity: rule.Risky, Phase: preflight.ControlPlane, Required: false, Since: "0.4.0",
		Doc: "A new API server writes RBAC roles and bindings, APIServices and the configuration of priority and fairness before it is ready. CEL expressions are " +
			"not evaluated, so a policy that is for these writes may refuse them, and is risky. It is not where a binding only warns or audits, where a condition " +
			"leaves out the user `system:apiserver` or the group `system:masters` in the words that `admission-policy-refuses` proposes or by a plain comparison, " +
			"and where rules, selectors, names or excludeResourceRules leave out these writes.",
		Remedy: "Try it by a dry run as the API server, and leave out its own requests by matchConditions.",
		Needs:  policyNeeds(),
	}, judge: func(in preflight.Input) found {
		return eachPolicy(in, func(p boundPolicy) []preflight.Item {
			what, unsure := p.refuses(in)
			if len(what) > 0 || len(unsure) == 0 {
				return nil // the other check tells
			}
			by := "its expressions, which are not evaluated,"
			if p.ParamKind != "" {
				by = "its expressions, which are not evaluated, or the lack of its parameters"
			}
			it := ofPolicy(p, rule.Risky, "expressions", "it is for %s, and %s may refuse them; the API server of %s does not become ready while these writes of its own are refused", join(namesOf(unsure), 4), by, in.To)
			it.Remedy = []string{"leave out the API server's own requests for good"}
			it.Commands = []string{sparingServer(p)}
			if slices.Contains(namesOf(unsure), "clusterroles") {
				it.Remedy = []string{"by the first command, see whether the API server may write its roles; by the second, leave out its own requests for good"}
				it.Commands = slices.Insert(it.Commands, 0, "kubectl get clusterrole system:node -o yaml | kubectl replace -f - --dry-run=server --as=system:apiserver --as-group=system:masters")
			}
			return []preflight.Item{it}
		})
	}, spared: namespacesOfPolicies}
}
