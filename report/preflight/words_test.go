package preflight

import (
	"testing"

	"github.com/kubedelta/kubedelta/diff/rule"
)

// TestSentence: the object is before the message, unless the message names it.
func TestSentence(t *testing.T) {
	for _, c := range []struct{ kind, namespace, name, message, want string }{
		{"Node", "", "w1", "the node is not ready", "Node w1: the node is not ready"},
		{"Deployment", "shop", "server", "the API server refuses it", "Deployment shop/server: the API server refuses it"},
		{"ValidatingWebhookConfiguration", "", "web", "the webhook a.example.com fails closed", "ValidatingWebhookConfiguration web: the webhook a.example.com fails closed"},
		{"FlowSchema", "", "a", "FlowSchema a was last written as v1", "FlowSchema a was last written as v1"},
		{"CronJob", "shop", "c", "CronJob shop/c was last written as v1", "CronJob shop/c was last written as v1"},
		{"CustomResourceDefinition", "", "widgets.example.com", "widgets.example.com is not established", "widgets.example.com is not established"},
	} {
		i := item("rule-x", rule.Risky, "v1", c.kind, c.namespace, c.name, c.message)
		i.Field = ""
		if got := sentence(&i); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
}
