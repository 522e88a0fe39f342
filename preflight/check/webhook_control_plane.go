package check

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func webhookControlPlane() definition {
	return definition{Check: preflight.Check{
		ID: "webhook-control-plane", Title: "No webhook with failurePolicy Fail matches what the control plane writes", Severity: rule.Risky, Phase: preflight.ControlPlane, Required: false, Since: "0.3.0",
		Doc: "A new API server writes RBAC roles and bindings, APIServices and the configuration of priority and fairness before it is ready; a webhook that " +
			"rejects these or does not answer stops it (GKE documents this). Nodes, leases and the pods of kube-system are needed by nodes and the control plane. " +
			"A namespaceSelector never excludes cluster-scoped objects. `matchConditions` are not evaluated: what they may exclude is information. Rules for " +
			"everything are reported by `webhook-catch-all`.",
		Migration: "Remove these resources from the rules, or exclude the control plane's own requests with `matchConditions` (1.28 and later). Excluding kube-system " +
			"with the namespaceSelector helps only for objects in it.",
		Needs: webhookNeeds(evidence.Namespaces),
	}, check: func(in preflight.Input) found {
		return eachWebhook(in, func(f *found, w *evidence.Webhook) {
			if !failsClosed(w) {
				return
			}
			what, unsure := vital(in, w, func(r *evidence.WebhookRule) bool { return !catchAll(r) })
			add := func(severity rule.Severity, list []written, format string) {
				if len(list) == 0 {
					return
				}
				names := namesOf(list)
				it := f.add(ofHook(w, severity, strings.Join(names, ","), format, hookName(w), rule.First(names, 10)))
				it.Migration, it.Commands = []string{spareMigration}, sparing(in, w, list)
			}
			add(rule.Risky, what, "%s fails closed for %s")
			if len(w.MatchConditions) > 0 {
				add(rule.Info, unsure, "%s fails closed for %s, unless its matchConditions, which are not evaluated, exclude them")
			} else {
				add(rule.Unknown, unsure, "%s fails closed for %s, unless the labels of that namespace, which were not read, exempt it")
			}
		})
	}, spared: namespacesSpared}
}

// spareMigration is the advice that goes with the commands of sparing.
const spareMigration = "exclude the requests of the control plane from the webhook permanently, or set failurePolicy to Ignore during the upgrade with the last command"

// vital returns the writes that the control plane needs and that a webhook is called for, and those
// that it may be called for.
func vital(in preflight.Input, w *evidence.Webhook, rules func(*evidence.WebhookRule) bool) (what, unsure []written) {
	return calledFor(in, w, slices.Concat(startWrites, steadyWrites), rules)
}
