package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func checkWebhookTimeout(in preflight.Input) found {
	const byDefault = 10
	return eachWebhook(in, func(f *found, w *evidence.Webhook) {
		if w.TimeoutSeconds > byDefault {
			it := f.add(ofHook(w, rule.Info, "timeoutSeconds", "%s can delay a request for %d seconds", hookName(w), w.TimeoutSeconds))
			it.Commands = []string{patchHook(w, map[string]any{"timeoutSeconds": byDefault})}
		}
	})
}
