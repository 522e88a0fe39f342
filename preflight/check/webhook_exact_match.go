package check

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

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
