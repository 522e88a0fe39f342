package check

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func webhookCatchAll() definition {
	return definition{Check: preflight.Check{
		ID: "webhook-catch-all", Title: "No webhook that fails closed is for everything", Severity: rule.Risky, Phase: preflight.ControlPlane, Required: false, Since: "0.3.0",
		Doc: "A rule for all groups and all resources that fails closed stands in the way of everything the control plane writes while it comes back: leases, " +
			"nodes, RBAC roles. Selectors narrow what is in namespaces; where one is set this is information.",
		Remedy: "Name the groups and resources that the webhook is for, or exempt kube-system by its namespaceSelector.",
		Needs:  webhookNeeds(),
	}, judge: func(in preflight.Input) found {
		return eachWebhook(in, func(w *evidence.Webhook) []preflight.Item {
			if !failsClosed(w) || !slices.ContainsFunc(w.Rules, func(r evidence.WebhookRule) bool { return catchAll(&r) }) {
				return nil
			}
			if selects(w.NamespaceSelector) || selects(w.ObjectSelector) {
				return []preflight.Item{ofHook(w, rule.Info, "narrowed", "%s fails closed for all resources that its selectors leave", hookName(w))}
			}
			return []preflight.Item{ofHook(w, rule.Risky, "all", "%s fails closed for all resources of all groups, leases, nodes and RBAC roles among them", hookName(w))}
		})
	}}
}

// catchAll: the rule is for writes to every resource of every group.
func catchAll(r *evidence.WebhookRule) bool {
	all := slices.Contains(r.Resources, anything) || slices.Contains(r.Resources, "*/*")
	return all && slices.Contains(r.Groups, anything) && writes(r, "CREATE", "UPDATE")
}

// selects: the selector leaves something out.
func selects(s evidence.Selector) bool { return len(s.Labels) > 0 || len(s.Expressions) > 0 }
