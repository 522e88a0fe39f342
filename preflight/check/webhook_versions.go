package check

import (
	"fmt"
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func checkRemovedRules(in preflight.Input) found {
	if in.Old == nil || in.New == nil {
		return unanswered("data of "+in.To.String(), "kubedelta has no data about what one of the releases serves")
	}
	before, after := served(in)
	l := lifecyclesOf(in)
	return eachWebhook(in, func(f *found, w *evidence.Webhook) {
		for i := range w.Rules {
			r := &w.Rules[i]
			for _, key := range patterns(r, before) {
				if left(w, key, before, after) {
					versions := rule.First(r.Versions, 5)
					it := f.add(ofHook(w, rule.Risky, key.String()+"@"+versions, "%s is for %s at %s only, which %s does not serve: the webhook is no longer called", hookName(w), key, versions, in.To))
					if now := after[key]; len(now) > 0 {
						it.Migration = []string{fmt.Sprintf("add %s to its apiVersions", rule.First(now, 5))}
						rules := slices.Clone(w.Rules) // a patch must contain all of them
						rules[i].Versions = slices.Concat(r.Versions, now)
						it.Commands = []string{patchHook(w, map[string]any{"rules": rules})}
					}
					it.Before = hop(l.goes(in, key, before[key]))
				}
			}
		}
	})
}

// left reports whether some rule of the webhook matched the resource, and none matches it at the
// target. The target has the resource, possibly in another group: these groups are equivalent to
// the API server.
func left(w *evidence.Webhook, key discovery.GroupResource, before, after map[discovery.GroupResource][]string) (lost bool) {
	if !ruled(w, key, before[key]) {
		return false
	}
	for now, versions := range after {
		if now.Resource != key.Resource {
			continue
		}
		if lost = true; ruled(w, now, versions) {
			return false
		}
	}
	return lost
}

// ruled reports whether some rule matches the resource at one of the versions.
func ruled(w *evidence.Webhook, key discovery.GroupResource, versions []string) bool {
	return slices.ContainsFunc(w.Rules, func(r evidence.WebhookRule) bool {
		return covers(&r, key.Group, key.Resource, "") && slices.ContainsFunc(versions, func(v string) bool { return among(r.Versions, v) })
	})
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
		seen := map[discovery.GroupResource]bool{}
		for i := range w.Rules {
			for _, key := range patterns(&w.Rules[i], before) {
				if seen[key] || !ruled(w, key, before[key]) {
					continue
				}
				seen[key] = true
				for _, v := range after[key] {
					if !slices.Contains(before[key], v) && !ruled(w, key, []string{v}) {
						it := f.add(ofHook(w, rule.Risky, key.String()+"/"+v, "%s has matchPolicy Exact and does not list %s of %s, which %s adds: requests in this version bypass the webhook", hookName(w), v, key, in.To))
						it.Before = hop(l.comes(in, key, v))
						it.Commands = []string{patchHook(w, map[string]any{"matchPolicy": "Equivalent"})}
					}
				}
			}
		}
	})
}
