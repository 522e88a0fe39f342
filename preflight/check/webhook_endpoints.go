package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func webhookEndpoints() definition {
	return definition{Check: preflight.Check{
		ID: "webhook-no-endpoint", Title: "Every webhook with failurePolicy Fail can be reached", Severity: rule.Breaking, Phase: preflight.ControlPlane, Required: true, Since: "0.3.0",
		Doc: "While a webhook with `failurePolicy: Fail` does not answer, the API server rejects every request that matches its rules: pods are not created, nodes " +
			"are not registered, and an API server whose own objects match does not become ready. The service must exist, have the port, and have a ready " +
			"endpoint. A ready endpoint counts if its pod runs on a ready node, or if `/metrics` of the API server shows answered calls and no failed ones. " +
			"Endpoints without a pod, and URLs, are unknown otherwise. It is risky if no call was answered since the API server started, or if no pod of the " +
			"endpoints runs on a ready node. A webhook for custom resources only is risky at most; one with failurePolicy Ignore is information.\n\nThe limit: " +
			"that a pod is Ready on a Ready node is the most that the API shows. If the kubelet reports a backend as ready and it does not answer, only `/metrics` " +
			"shows it, for the one API server that answered, and only after the webhook was called.",
		Migration: "Restore the service, or set `failurePolicy: Ignore` during the upgrade, or delete a configuration that is no longer in use.",
		Needs:     webhookNeeds(evidence.Services, evidence.EndpointSlices, evidence.Pods, evidence.Nodes),
		MayNeed:   []evidence.Resource{evidence.Metrics},
	}, check: checkEndpoints, spared: podsOfWebhooks}
}

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
	what, unsure := calledFor(in, w, startWrites, func(*evidence.WebhookRule) bool { return true })
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
