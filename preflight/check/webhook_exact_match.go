package check

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func webhookExactMatch() definition {
	return definition{ofMinors: true, Check: preflight.Check{
		ID: "webhook-exact-match", Title: "No webhook misses new versions of its resources", Severity: rule.Risky, Phase: preflight.ControlPlane, Required: true, Since: "0.3.0",
		Doc: "With `matchPolicy: Exact` a webhook is called only for the versions that its rules name. If the target adds a version to one of these resources, " +
			"requests in that version bypass the webhook. The Kubernetes documentation asks to list new versions or to use Equivalent before an API server is " +
			"upgraded.",
		Migration: "Set `matchPolicy: Equivalent`, or add the version to `rules[].apiVersions`.",
		Needs:     webhookNeeds(),
	}, check: checkExact}
}

func checkExact(in preflight.Input) found {
	if in.Old == nil || in.New == nil {
		return unanswered("data of "+in.To.String(), "kubedelta has no data about what one of the releases serves")
	}
	before, after := served(in)
	l := lifecyclesOf(in)
	return eachWebhook(in, func(f *found, w *evidence.Webhook) {
		if !exact(w) {
			return
		}
		seen := map[groupResource]bool{}
		for i := range w.Rules {
			for _, key := range patterns(&w.Rules[i], before) {
				if seen[key] || !ruled(w, key, before[key]) {
					continue
				}
				seen[key] = true
				for _, v := range after[key] {
					if !slices.Contains(before[key], v) && !ruled(w, key, []string{v}) {
						it := f.add(ofHook(w, rule.Risky, key.String()+"/"+v, "%s has matchPolicy Exact and does not name %s of %s, which %s adds: requests in this version bypass the webhook", hookName(w), v, key, in.To))
						it.Before = hop(l.comes(in, key, v))
						it.Commands = []string{patchHook(w, map[string]any{"matchPolicy": "Equivalent"})}
					}
				}
			}
		}
	})
}
