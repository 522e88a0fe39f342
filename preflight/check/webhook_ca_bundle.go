package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func webhookCABundle() definition {
	return definition{Check: preflight.Check{
		ID: "webhook-ca-bundle", Title: "The CA bundles of webhooks can be used", Severity: rule.Breaking, Phase: preflight.ControlPlane, Required: true, Since: "0.3.0",
		Doc: "An API server trusts a webhook by the certificates in `clientConfig.caBundle`. One that cannot be parsed, has expired, expires within 30 days, or " +
			"pins a serving certificate that API servers refuse (no subject alternative name, from 1.23 on; SHA-1, from 1.24 on) breaks what fails closed. " +
			"What is ignored on failure is information.",
		Remedy: "Renew the certificate; where a tool writes the bundle (cert-manager's CA injector), see why it does not.",
		Needs:  webhookNeeds(),
	}, judge: func(in preflight.Input) found {
		return eachWebhook(in, func(w *evidence.Webhook) []preflight.Item { return caItems(in, w) })
	}}
}

func caItems(in preflight.Input, w *evidence.Webhook) (items []preflight.Item) {
	if len(w.Client.CABundle) == 0 {
		if w.Client.Service == "" {
			return nil // a URL may have the certificate of a public authority
		}
		items = append(items, ofHook(w, rule.Risky, "no-ca-bundle", "%s has no CA bundle, so only certificates of public authorities are taken", hookName(w)))
	} else {
		for _, fault := range bundleFaults(w.Client, in.At) {
			items = append(items, ofHook(w, fault.severity, fault.word, "%s: %s", hookName(w), fault.text))
		}
	}
	if !failsClosed(w) {
		for i := range items {
			items[i].Severity = rule.Info
		}
	}
	return items
}
