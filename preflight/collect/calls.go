package collect

import (
	"slices"

	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// The metrics of calls of admission webhooks (k8s.io/apiserver/pkg/admission/metrics).
// The first is there from 1.23 on. A call whose client went away is in it as neither
// an answer nor a failure.
const (
	webhookRequests   = "apiserver_admission_webhook_request_total"
	webhookRejections = "apiserver_admission_webhook_rejection_count"
	webhookIgnored    = "apiserver_admission_webhook_fail_open_count"
)

// call adds what a series tells of the calls of a webhook.
func (m *metrics) call(name string, labels map[string]string, value float64) {
	if labels["name"] == "" {
		m.lost++
		return
	}
	answered, failed := 0.0, 0.0
	switch kind := labels["error_type"]; {
	case name == webhookRequests && labels["code"] == "200", name == webhookRejections && kind == "no_error":
		answered = value
	case name == webhookRejections && kind == "calling_webhook_error", name == webhookIgnored:
		failed = value
	default:
		return
	}
	validating, hook := labels["type"] == "validating", labels["name"]
	i := slices.IndexFunc(m.calls, func(c evidence.WebhookCalls) bool { return c.Validating == validating && c.Hook == hook })
	if i < 0 {
		if len(m.calls) >= maxSeries {
			m.lost++
			return
		}
		i = len(m.calls)
		m.calls = append(m.calls, evidence.WebhookCalls{Validating: validating, Hook: hook})
	}
	m.calls[i].Answered += answered
	m.calls[i].Failed += failed
}
