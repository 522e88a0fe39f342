package check

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func webhookReviewVersions() definition {
	return definition{Check: preflight.Check{
		ID: "webhook-review-versions", Title: "Webhooks support AdmissionReview v1", Severity: rule.Deprecation, Phase: preflight.ControlPlane, Required: true, Since: "0.3.0",
		Doc: "API servers send AdmissionReview v1 or v1beta1: the first version in `admissionReviewVersions` that they know. A webhook that supports only v1beta1 " +
			"works and should be changed; one that supports neither fails every call.",
		Migration: "Change the webhook to support `admission.k8s.io/v1`, and list it first.",
		Needs:     webhookNeeds(),
	}, check: func(in preflight.Input) found {
		return eachWebhook(in, func(f *found, w *evidence.Webhook) {
			var it preflight.Item
			switch {
			case slices.Contains(w.ReviewVersions, "v1"):
				return
			case slices.Contains(w.ReviewVersions, "v1beta1"):
				it = ofHook(w, rule.Deprecation, "v1beta1", "%s accepts only AdmissionReview v1beta1, not v1", hookName(w))
			case len(w.ReviewVersions) == 0 && w.APIVersion == "admissionregistration.k8s.io/v1beta1":
				it = ofHook(w, rule.Deprecation, "v1beta1", "%s names no AdmissionReview versions, which means v1beta1", hookName(w))
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
	}}
}
