package collect

import (
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// webhookConfiguration is a ValidatingWebhookConfiguration or a MutatingWebhookConfiguration.
type webhookConfiguration struct {
	head
	Webhooks []struct {
		Name                    string                 `json:"name"`
		ClientConfig            webhookClient          `json:"clientConfig"`
		FailurePolicy           string                 `json:"failurePolicy"`
		MatchPolicy             string                 `json:"matchPolicy"`
		NamespaceSelector       evidence.Selector      `json:"namespaceSelector"`
		ObjectSelector          evidence.Selector      `json:"objectSelector"`
		MatchConditions         []reference            `json:"matchConditions"`
		TimeoutSeconds          int                    `json:"timeoutSeconds"`
		AdmissionReviewVersions []string               `json:"admissionReviewVersions"`
		Rules                   []evidence.WebhookRule `json:"rules"`
	} `json:"webhooks"`
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
}

// httpsPort is the default port of a service reference.
const httpsPort = 443

func (c *webhookClient) evidence() evidence.WebhookClient {
	out := evidence.WebhookClient{URL: c.URL, CABundle: c.CABundle}
	if s := c.Service; s != nil {
		out.Namespace, out.Service, out.Port = s.Namespace, s.Name, httpsPort
		if s.Port != nil {
			out.Port = *s.Port
		}
	}
	return out
}

func (c *webhookConfiguration) keep(g *gathered) {
	object := c.object(g.from)
	for w := range slice.Each(c.Webhooks) {
		g.Webhooks = append(g.Webhooks, evidence.Webhook{
			Object: object, Validating: g.from.resource.Name == "validatingwebhookconfigurations", Hook: w.Name,
			Client: w.ClientConfig.evidence(), FailurePolicy: w.FailurePolicy, MatchPolicy: w.MatchPolicy,
			NamespaceSelector: w.NamespaceSelector, ObjectSelector: w.ObjectSelector,
			TimeoutSeconds: w.TimeoutSeconds, ReviewVersions: w.AdmissionReviewVersions, Rules: w.Rules,
			MatchConditions: slice.Map(w.MatchConditions, func(c reference) string { return c.Name }),
		})
	}
}

// admissionPolicy is a ValidatingAdmissionPolicy or a MutatingAdmissionPolicy.
type admissionPolicy struct {
	head
	Spec struct {
		FailurePolicy    string               `json:"failurePolicy"`
		MatchConstraints evidence.PolicyMatch `json:"matchConstraints"`
		ParamKind        struct {
			APIVersion string `json:"apiVersion"`
			Kind       string `json:"kind"`
		} `json:"paramKind"`
		MatchConditions  []expression `json:"matchConditions"`
		Validations      []expression `json:"validations"`
		AuditAnnotations []struct{}   `json:"auditAnnotations"`
	} `json:"spec"`
}

type expression struct {
	Expression string `json:"expression"`
}

func (p *admissionPolicy) keep(g *gathered) {
	s := &p.Spec
	g.Policies = append(g.Policies, evidence.Policy{
		Object: p.object(g.from), Mutating: g.from.key() == evidence.MutatingPolicies, FailurePolicy: s.FailurePolicy, Match: s.MatchConstraints,
		ParamVersion: s.ParamKind.APIVersion, ParamKind: s.ParamKind.Kind,
		Conditions: expressions(s.MatchConditions), Validations: expressions(s.Validations), Audits: len(s.AuditAnnotations) > 0,
	})
}

func expressions(list []expression) []string {
	return slice.Map(list, func(e expression) string { return e.Expression })
}

type policyBinding struct {
	head
	Spec struct {
		PolicyName        string                `json:"policyName"`
		ValidationActions []string              `json:"validationActions"`
		ParamRef          *evidence.PolicyParam `json:"paramRef"`
		MatchResources    evidence.PolicyMatch  `json:"matchResources"`
	} `json:"spec"`
}

func (b *policyBinding) keep(g *gathered) {
	g.PolicyBindings = append(g.PolicyBindings, evidence.PolicyBinding{
		Object: b.object(g.from), Mutating: g.from.key() == evidence.MutatingPolicyBindings, Policy: b.Spec.PolicyName,
		Actions: b.Spec.ValidationActions, Match: b.Spec.MatchResources, Param: b.Spec.ParamRef,
	})
}
