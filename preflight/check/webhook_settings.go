package check

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func checkWebhookReviewVersions(in preflight.Input) found {
	return eachWebhook(in, func(f *found, w *evidence.Webhook) {
		var it preflight.Item
		switch {
		case slices.Contains(w.ReviewVersions, "v1"):
			return
		case slices.Contains(w.ReviewVersions, "v1beta1"):
			it = ofHook(w, rule.Deprecation, "v1beta1", "%s accepts only AdmissionReview v1beta1, not v1", hookName(w))
		case len(w.ReviewVersions) == 0 && w.APIVersion == "admissionregistration.k8s.io/v1beta1":
			it = ofHook(w, rule.Deprecation, "v1beta1", "%s lists no AdmissionReview versions, which means v1beta1", hookName(w))
		default:
			severity := rule.Breaking
			if !failsClosed(w) {
				severity = rule.Info
			}
			it = ofHook(w, severity, "none", "%s accepts neither AdmissionReview v1 nor v1beta1 (%s), the versions that API servers send", hookName(w), quoted(rule.First(w.ReviewVersions, 5)))
		}
		it.Migration = []string{"list v1 first as soon as the webhook accepts AdmissionReview v1"}
		it.Commands = []string{patchHook(w, map[string]any{"admissionReviewVersions": []string{"v1", "v1beta1"}})}
		f.add(it)
	})
}

func checkWebhookTimeout(in preflight.Input) found {
	const byDefault = 10
	return eachWebhook(in, func(f *found, w *evidence.Webhook) {
		if w.TimeoutSeconds > byDefault {
			it := f.add(ofHook(w, rule.Info, "timeoutSeconds", "%s can delay a request for %d seconds", hookName(w), w.TimeoutSeconds))
			it.Commands = []string{patchHook(w, map[string]any{"timeoutSeconds": byDefault})}
		}
	})
}
