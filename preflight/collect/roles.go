package collect

import (
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

type role struct {
	head
	Rules []struct {
		APIGroups     []string `json:"apiGroups"`
		Resources     []string `json:"resources"`
		ResourceNames []string `json:"resourceNames"`
		Verbs         []string `json:"verbs"`
	} `json:"rules"`
	AggregationRule struct {
		Selectors []selector `json:"clusterRoleSelectors"`
	} `json:"aggregationRule"`
}

// The API server marks its own roles, and updates those whose annotation does not
// forbid it (https://kubernetes.io/docs/reference/access-authn-authz/rbac/#auto-reconciliation).
const (
	bootstrapping = "kubernetes.io/bootstrapping"
	autoUpdate    = "rbac.authorization.kubernetes.io/autoupdate"
)

func (r *role) keep(g *gathered) {
	m := &r.Metadata
	out := evidence.Role{BuiltIn: m.Labels[bootstrapping] == "rbac-defaults" && m.Annotations[autoUpdate] != "false"}
	m.Annotations, m.ManagedFields = nil, nil
	out.Object = r.object(g.from)
	for _, rule := range r.Rules {
		out.Rules = append(out.Rules, evidence.RoleRule{Groups: rule.APIGroups, Resources: rule.Resources, Names: rule.ResourceNames, Verbs: rule.Verbs})
	}
	out.Aggregates = slice.Map(r.AggregationRule.Selectors, func(s selector) evidence.Selector { return s.evidence() })
	g.Roles = append(g.Roles, out)
}
