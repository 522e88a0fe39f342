package check

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func checkSelf(in preflight.Input) found {
	b := backendsOf(in)
	return eachWebhook(in, func(f *found, w *evidence.Webhook) {
		if slices.ContainsFunc(w.Rules, onConfigurations) {
			f.add(ofHook(w, rule.Info, "configurations", "%s has a rule for webhook configurations, for which API servers never call webhooks", hookName(w)))
		}
		if w.Client.Service == "" || !failsClosed(w) || !createsPods(w) || !ownPods(in, b, w) {
			return
		}
		switch inScope(in, w.NamespaceSelector, w.Client.Namespace) {
		case maybe:
			f.add(ofHook(w, rule.Unknown, "own-pods", "%s fails closed for pods; whether this includes its own namespace %s depends on labels that were not read", hookName(w), w.Client.Namespace))
		case yes:
			it := f.add(ofHook(w, rule.Risky, "own-pods", "%s fails closed for the creation of its own pods in %s: once they are gone, none can start", hookName(w), w.Client.Namespace))
			it.Commands = []string{exempting(w, w.Client.Namespace)}
		case no:
		}
	})
}

func onConfigurations(r evidence.WebhookRule) bool {
	const group = "admissionregistration.k8s.io"
	return slices.Contains(r.Groups, group) && (slices.Contains(r.Resources, "validatingwebhookconfigurations") || slices.Contains(r.Resources, "mutatingwebhookconfigurations"))
}

func createsPods(w *evidence.Webhook) bool {
	return slices.ContainsFunc(w.Rules, func(r evidence.WebhookRule) bool {
		return covers(&r, "", "pods", "") && among(r.Versions, "v1") && writes(&r, "CREATE") && r.Scope != "Cluster"
	})
}

// ownPods reports whether the objectSelector selects the pods behind the webhook's service. Without
// such pods, the labels of the service's selector are used. A service that does not exist has no
// pods.
func ownPods(in preflight.Input, b *backends, w *evidence.Webhook) bool {
	s := b.services[w.Client.Namespace+"/"+w.Client.Service]
	if s == nil && in.Reading(evidence.Services).OK() {
		return false
	}
	if s == nil || len(s.Selector) == 0 || !selects(w.ObjectSelector) {
		return true
	}
	any := false
	for _, p := range b.pods[s.Namespace] {
		if !matches(evidence.Selector{Labels: s.Selector}, p.Labels) {
			continue
		}
		any = true
		if matches(w.ObjectSelector, p.Labels) {
			return true
		}
	}
	return !any && matches(w.ObjectSelector, s.Selector)
}
