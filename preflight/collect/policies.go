package collect

import (
	"github.com/kubedelta/kubedelta/preflight/evidence"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// admissionPolicy is a validating or mutating one.
type admissionPolicy struct {
	head
	Spec struct {
		FailurePolicy    string               `json:"failurePolicy"`
		MatchConstraints evidence.PolicyMatch `json:"matchConstraints"`
		ParamKind        struct {
			APIVersion string `json:"apiVersion"`
			Kind       string `json:"kind"`
		} `json:"paramKind"`
		MatchConditions  []expression `json:"matchConditions"`
		Validations      []expression `json:"validations"`
		AuditAnnotations []struct{}   `json:"auditAnnotations"`
	} `json:"spec"`
}

type expression struct {
	Expression string `json:"expression"`
}

func (p *admissionPolicy) keep(g *gathered) {
	s := &p.Spec
	g.Policies = append(g.Policies, evidence.Policy{
		Object: p.object(g.from), Mutating: g.from.key() == evidence.MutatingPolicies, FailurePolicy: s.FailurePolicy, Match: s.MatchConstraints,
		ParamVersion: s.ParamKind.APIVersion, ParamKind: s.ParamKind.Kind,
		Conditions: expressions(s.MatchConditions), Validations: expressions(s.Validations), Audits: len(s.AuditAnnotations) > 0,
	})
}

func expressions(list []expression) []string {
	return slice.Map(list, func(e expression) string { return e.Expression })
}

// policyBinding puts a policy into force.
type policyBinding struct {
	head
	Spec struct {
		PolicyName        string   `json:"policyName"`
		ValidationActions []string `json:"validationActions"`
		ParamRef          *struct {
			Namespace string `json:"namespace"`
			NotFound  string `json:"parameterNotFoundAction"`
		} `json:"paramRef"`
		MatchResources evidence.PolicyMatch `json:"matchResources"`
	} `json:"spec"`
}

func (b *policyBinding) keep(g *gathered) {
	out := evidence.PolicyBinding{
		Object: b.object(g.from), Mutating: g.from.key() == evidence.MutatingPolicyBindings, Policy: b.Spec.PolicyName,
		Actions: b.Spec.ValidationActions, Match: b.Spec.MatchResources,
	}
	if ref := b.Spec.ParamRef; ref != nil {
		out.Param = &evidence.PolicyParam{Namespace: ref.Namespace, NotFound: ref.NotFound}
	}
	g.PolicyBindings = append(g.PolicyBindings, out)
}
