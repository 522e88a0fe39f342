package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func webhookTimeout() definition {
	return definition{Check: preflight.Check{
		ID: "webhook-timeout", Title: "Webhooks with a long timeout", Severity: rule.Info, Phase: preflight.ControlPlane, Required: false, Since: "0.3.0",
		Doc: "A webhook that does not answer delays each request by its timeout: 10 seconds by default, 30 at most. The timeouts of several webhooks can add up to " +
			"more than clients wait.",
		Migration: "Set `timeoutSeconds` to what the webhook needs; a few seconds are enough for most.",
		Needs:     webhookNeeds(),
	}, check: func(in preflight.Input) found {
		const byDefault = 10
		return eachWebhook(in, func(f *found, w *evidence.Webhook) {
			if w.TimeoutSeconds > byDefault {
				it := f.add(ofHook(w, rule.Info, "timeoutSeconds", "%s can delay a request for %d seconds", hookName(w), w.TimeoutSeconds))
				it.Commands = []string{patchHook(w, map[string]any{"timeoutSeconds": byDefault})}
			}
		})
	}}
}
