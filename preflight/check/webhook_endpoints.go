package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func webhookEndpoints() definition {
	return definition{Check: preflight.Check{
		ID: "webhook-no-endpoint", Title: "Every webhook that fails closed has someone who answers", Severity: rule.Breaking, Phase: preflight.ControlPlane, Required: true, Since: "0.3.0",
		Doc: "While a webhook with `failurePolicy: Fail` does not answer, every request that its rules match is refused: pods are not created, nodes not " +
			"registered, and an API server whose own objects are matched does not become ready. The service must exist, have the port, and have a ready " +
			"endpoint. For custom resources only it is risky; one that is ignored on failure is information. Whether a URL answers cannot be seen.",
		Remedy: "Bring the service back, or set `failurePolicy: Ignore` for the time of the upgrade, or delete a configuration that nothing stands behind.",
		Needs:  webhookNeeds(evidence.Services, evidence.EndpointSlices),
	}, judge: judgeEndpoints}
}

func judgeEndpoints(in preflight.Input) found {
	b := backendsOf(in)
	return eachWebhook(in, func(w *evidence.Webhook) []preflight.Item {
		state, why := b.state(w.Client)
		var it preflight.Item
		switch {
		case state == reachable, state == unseen, state == outside && !failsClosed(w):
			return nil
		case state == outside:
			it = ofHook(w, rule.Unknown, "outside", "%s fails closed: %s", hookName(w), why)
		case !failsClosed(w):
			it = ofHook(w, rule.Info, "unreachable", "%s is never called: %s", hookName(w), why)
		case onlyCustom(in, w):
			it = ofHook(w, rule.Risky, "unreachable", "%s fails closed for custom resources: %s", hookName(w), why)
		default:
			it = ofHook(w, rule.Breaking, "unreachable", "%s fails closed, and every request that it is for is refused: %s", hookName(w), why)
		}
		it.Commands = inspect(w.Client)
		return []preflight.Item{it}
	})
}

// onlyCustom: the webhook is for no resource of Kubernetes' own.
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
