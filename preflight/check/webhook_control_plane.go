package check

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func checkWebhookControlPlane(in preflight.Input) found {
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
}

// spareMigration is the advice that goes with the commands of sparing.
const spareMigration = "exclude the requests of the control plane from the webhook permanently, or set failurePolicy to Ignore during the upgrade with the last command"

// vital returns the writes that the control plane needs and that a webhook is called for, and those
// that it may be called for.
func vital(in preflight.Input, w *evidence.Webhook, rules func(*evidence.WebhookRule) bool) (what, unsure []written) {
	return calledFor(in, w, slices.Concat(facts().StartWrites, facts().SteadyWrites), rules)
}
