package check

import (
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

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
