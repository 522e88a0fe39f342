package check

import (
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func webhookControlPlane() definition {
	return definition{Check: preflight.Check{
		ID: "webhook-control-plane", Title: "No webhook that fails closed is for what the control plane writes", Severity: rule.Risky, Phase: preflight.ControlPlane, Required: false, Since: "0.3.0",
		Doc: "A new API server writes RBAC roles and bindings before it is ready; a webhook that refuses or does not answer stops it (GKE documents this). Nodes, " +
			"leases and the pods of kube-system are what nodes and the control plane cannot do without. Rules for everything are `webhook-catch-all`.",
		Remedy: "Take these resources out of the rules, or exempt kube-system by the namespaceSelector.",
		Needs:  webhookNeeds(evidence.Namespaces),
	}, judge: func(in preflight.Input) found {
		return eachWebhook(in, func(w *evidence.Webhook) (items []preflight.Item) {
			if !failsClosed(w) {
				return nil
			}
			what, unsure := vital(in, w)
			if len(what) > 0 {
				items = append(items, ofHook(w, rule.Risky, strings.Join(what, ","), "%s fails closed for %s", hookName(w), join(what, 10)))
			}
			if len(unsure) > 0 {
				items = append(items, ofHook(w, rule.Unknown, strings.Join(unsure, ","), "%s fails closed for %s, unless the labels of that namespace, which were not read, exempt it", hookName(w), join(unsure, 10)))
			}
			return items
		})
	}, spared: namespacesSpared}
}

// vital lists what a webhook is for that the control plane cannot do without, and
// what it may be for. An objectSelector leaves it to the labels of objects.
func vital(in preflight.Input, w *evidence.Webhook) (what, unsure []string) {
	if selects(w.ObjectSelector) {
		return nil, nil
	}
	inSystem := inScope(in, w, "kube-system")
	for _, v := range []struct {
		group, resource string
		// inNamespace: the namespaceSelector decides.
		inNamespace bool
		operations  []string
		name        string
	}{
		{"rbac.authorization.k8s.io", "clusterroles", false, []string{"CREATE", "UPDATE"}, "clusterroles"},
		{"rbac.authorization.k8s.io", "clusterrolebindings", false, []string{"CREATE", "UPDATE"}, "clusterrolebindings"},
		{"rbac.authorization.k8s.io", "roles", true, []string{"CREATE", "UPDATE"}, "roles of kube-system"},
		{"rbac.authorization.k8s.io", "rolebindings", true, []string{"CREATE", "UPDATE"}, "rolebindings of kube-system"},
		{"coordination.k8s.io", "leases", true, []string{"CREATE", "UPDATE"}, "leases of kube-system"},
		{"", "nodes", false, []string{"CREATE", "UPDATE"}, "nodes"},
		{"", "pods", true, []string{"CREATE"}, "pods of kube-system"},
	} {
		if v.inNamespace && inSystem == no {
			continue
		}
		for i := range w.Rules {
			r := &w.Rules[i]
			if !catchAll(r) && covers(r, v.group, v.resource) && writes(r, v.operations...) && !outOfScope(r, v.inNamespace) {
				if v.inNamespace && inSystem == maybe {
					unsure = append(unsure, v.name)
				} else {
					what = append(what, v.name)
				}
				break
			}
		}
	}
	return what, unsure
}

// outOfScope: the rule's scope leaves the resource out.
func outOfScope(r *evidence.WebhookRule, inNamespace bool) bool {
	return inNamespace && r.Scope == "Cluster" || !inNamespace && r.Scope == "Namespaced"
}
