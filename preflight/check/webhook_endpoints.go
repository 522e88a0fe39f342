package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func checkEndpoints(in preflight.Input) found {
	b := backendsOf(in)
	return eachWebhook(in, func(f *found, w *evidence.Webhook) {
		if failsClosed(w) {
			f.unsure(b, w)
		}
		state, why := b.answers(w)
		custom := onlyCustom(in, w)
		var it preflight.Item
		switch {
		case state == reachable, state == unseen, !failsClosed(w) && (state == outside || state == unproven):
			return
		case !failsClosed(w) && state == doubtful:
			it = ofHook(w, rule.Info, "doubtful", "%s has failurePolicy Ignore: %s", hookName(w), why)
		case !failsClosed(w):
			it = ofHook(w, rule.Info, "unreachable", "%s is never called: %s", hookName(w), why)
		case state == outside:
			it = ofHook(w, rule.Unknown, "outside", "%s fails closed: %s", hookName(w), why)
		case state == unproven && custom:
			it = ofHook(w, rule.Info, "unproven", "%s fails closed for custom resources: %s", hookName(w), why)
		case state == unproven:
			it = ofHook(w, rule.Unknown, "unproven", "%s fails closed: %s%s", hookName(w), why, atStart(in, w))
		case state == doubtful:
			it = ofHook(w, rule.Risky, "doubtful", "%s fails closed: %s%s", hookName(w), why, atStart(in, w))
		case custom:
			it = ofHook(w, rule.Risky, "unreachable", "%s fails closed for custom resources: %s", hookName(w), why)
		default:
			it = ofHook(w, rule.Breaking, "unreachable", "%s fails closed, so every request that matches its rules is rejected: %s%s", hookName(w), why, atStart(in, w))
		}
		it.Commands = inspect(w.Client)
		if failsClosed(w) {
			it.Migration = []string{"restore its backend, or set failurePolicy to Ignore during the upgrade and to Fail afterwards"}
			it.Commands = append(it.Commands, ignoring(w))
		}
		f.add(it)
	})
}

// atStart describes the writes that the next API server needs to become ready and that the webhook
// is called for.
func atStart(in preflight.Input, w *evidence.Webhook) string {
	what, unsure := calledFor(in, w, facts().StartWrites, func(*evidence.WebhookRule) bool { return true })
	switch {
	case len(what) > 0:
		return "; " + stops(in, what)
	case len(unsure) > 0:
		return "; whether it is called for the API server's own writes at its start is unknown"
	default:
		return ""
	}
}

// onlyCustom reports whether a webhook is called for no resource of Kubernetes itself.
func onlyCustom(in preflight.Input, w *evidence.Webhook) bool {
	own := func(s *discovery.Surface, group string) bool {
		return s == nil || group == anything || s.Group(group) != nil
	}
	for i := range w.Rules {
		for _, g := range w.Rules[i].Groups {
			if own(in.Old, g) || own(in.New, g) {
				return false
			}
		}
	}
	return len(w.Rules) > 0
}
