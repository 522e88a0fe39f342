package migration

import "github.com/kubedelta/kubedelta/scan/form"

// webhooks writes the defaults of v1beta1: defaults.go of
// k8s.io/kubernetes/pkg/apis/admissionregistration/v1beta1. It does not write sideEffects, which
// only the author of the webhook knows.
func webhooks(s *form.Form) string {
	names := map[string]bool{}
	for _, w := range s.Items("webhooks") {
		if name := w.Text("name"); names[name] {
			return "the new version refuses two webhooks with the name " + name
		}
		names[w.Text("name")] = true
		if w.At("clientConfig") == nil {
			return "a webhook has no clientConfig: the object may be a patch of another object, which contains the rest"
		}
		for _, d := range []*form.Form{
			form.List("admissionReviewVersions", form.String("", "v1beta1")), form.String("failurePolicy", "Ignore"),
			form.String("matchPolicy", "Exact"), form.Number("timeoutSeconds", "30"),
		} {
			if absent(w, d.Key) {
				w.Put(d)
			}
		}
	}
	return ""
}
