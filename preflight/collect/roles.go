package collect

import (
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

type role struct {
	head
	Rules           []evidence.RoleRule `json:"rules"`
	AggregationRule struct {
		Selectors []evidence.Selector `json:"clusterRoleSelectors"`
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
	out.Rules, out.Aggregates = r.Rules, r.AggregationRule.Selectors
	g.Roles = append(g.Roles, out)
}
