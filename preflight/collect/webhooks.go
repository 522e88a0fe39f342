package collect

import (
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// webhookConfiguration is a validating or mutating one.
type webhookConfiguration struct {
	head
	Webhooks []struct {
		Name              string        `json:"name"`
		ClientConfig      webhookClient `json:"clientConfig"`
		FailurePolicy     string        `json:"failurePolicy"`
		MatchPolicy       string        `json:"matchPolicy"`
		NamespaceSelector *selector     `json:"namespaceSelector"`
		ObjectSelector    *selector     `json:"objectSelector"`
		MatchConditions   []struct {
			Name string `json:"name"`
		} `json:"matchConditions"`
		TimeoutSeconds          int           `json:"timeoutSeconds"`
		AdmissionReviewVersions []string      `json:"admissionReviewVersions"`
		Rules                   []webhookRule `json:"rules"`
	} `json:"webhooks"`
}

type webhookRule struct {
	APIGroups     []string `json:"apiGroups"`
	APIVersions   []string `json:"apiVersions"`
	Resources     []string `json:"resources"`
	ResourceNames []string `json:"resourceNames"`
	Operations    []string `json:"operations"`
	Scope         string   `json:"scope"`
}

func rulesOf(rules []webhookRule) []evidence.WebhookRule {
	return slice.Map(rules, func(r webhookRule) evidence.WebhookRule {
		return evidence.WebhookRule{Groups: r.APIGroups, Versions: r.APIVersions, Resources: r.Resources, Operations: r.Operations, Names: r.ResourceNames, Scope: r.Scope}
	})
}

type webhookClient struct {
	URL      string      `json:"url"`
	Service  *serviceRef `json:"service"`
	CABundle []byte      `json:"caBundle"`
}

type serviceRef struct {
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
	Port      *int   `json:"port"`
	Path      string `json:"path"`
}

// httpsPort is a service's port where none is written.
const httpsPort = 443

func (c *webhookClient) evidence() evidence.WebhookClient {
	out := evidence.WebhookClient{URL: c.URL, CABundle: c.CABundle}
	if s := c.Service; s != nil {
		out.Namespace, out.Service, out.Path, out.Port = s.Namespace, s.Name, s.Path, httpsPort
		if s.Port != nil {
			out.Port = *s.Port
		}
	}
	return out
}

func (c *webhookConfiguration) keep(g *gathered) {
	object := c.object(g.from)
	for w := range slice.Each(c.Webhooks) {
		out := evidence.Webhook{
			Object: object, Validating: g.from.resource.Name == "validatingwebhookconfigurations", Hook: w.Name,
			Client: w.ClientConfig.evidence(), FailurePolicy: w.FailurePolicy, MatchPolicy: w.MatchPolicy,
			NamespaceSelector: w.NamespaceSelector.evidence(), ObjectSelector: w.ObjectSelector.evidence(),
			TimeoutSeconds: w.TimeoutSeconds, ReviewVersions: w.AdmissionReviewVersions, Rules: rulesOf(w.Rules),
		}
		for _, m := range w.MatchConditions {
			out.MatchConditions = append(out.MatchConditions, m.Name)
		}
		g.Webhooks = append(g.Webhooks, out)
	}
}
