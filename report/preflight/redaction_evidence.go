package preflight

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// evidence learns the names that can occur in texts.
func (m *redaction) evidence(e *evidence.Evidence) {
	if e == nil {
		return
	}
	m.name("cluster", e.Server.Name)
	m.server(e.Server.Address)
	for _, key := range slices.SortedFunc(maps.Keys(e.Readings), byResource) {
		m.learn(e.Readings[key].Reason) // the report has the reason without addresses
	}
	for i := range e.Nodes {
		m.named(e.Nodes[i].Object)
	}
	for _, c := range e.Components {
		m.name("node", c.Node)
		m.name("pod", c.Pod)
		m.image(c.Image)
	}
	if e.Audit != nil {
		for i := range e.Audit.Calls {
			m.name("user", e.Audit.Calls[i].User)
		}
	}
	m.admission(e)
	for i := range e.Services {
		m.named(e.Services[i].Object)
		m.name("host", e.Services[i].ExternalName)
	}
	for i := range e.Roles {
		m.named(e.Roles[i].Object)
		for _, r := range e.Roles[i].Rules {
			m.names("object", r.Names)
		}
	}
	for i := range e.Budgets {
		m.named(e.Budgets[i].Object)
		m.selector(e.Budgets[i].Selector)
	}
	for i := range e.Workloads {
		m.named(e.Workloads[i].Object)
		m.selector(e.Workloads[i].Selector)
	}
	m.places(e)
}

// admission learns the names of what the API server calls, and of admission policies.
func (m *redaction) admission(e *evidence.Evidence) {
	for i := range e.CRDs {
		m.managers(e.CRDs[i].Object)
		m.client(e.CRDs[i].Client)
	}
	for i := range e.APIServices {
		m.managers(e.APIServices[i].Object)
		m.client(e.APIServices[i].Client)
	}
	for i := range e.Policies {
		m.named(e.Policies[i].Object)
		m.matched(e.Policies[i].Match)
	}
	for _, b := range e.PolicyBindings {
		m.named(b.Object)
		m.name("policy", b.Policy)
		m.matched(b.Match)
		if b.Param != nil {
			m.name("namespace", b.Param.Namespace)
		}
	}
	for i := range e.Webhooks {
		m.named(e.Webhooks[i].Object)
		m.name("webhook", e.Webhooks[i].Hook)
		m.client(e.Webhooks[i].Client)
		m.selector(e.Webhooks[i].NamespaceSelector)
		m.selector(e.Webhooks[i].ObjectSelector)
		for _, from := range []string{"cert-manager.io/inject-ca-from", "cert-manager.io/inject-ca-from-secret"} {
			m.pair("certificate", e.Webhooks[i].Annotations[from])
		}
	}
}

// places learns names that are not in the metadata of objects.
func (m *redaction) places(e *evidence.Evidence) {
	for p := range slice.Each(e.Pods) {
		m.name("namespace", p.Namespace)
		m.name("pod", p.Name)
		m.name("node", p.Node)
		m.object(p.Owner.Kind, p.Owner.Name)
		m.names("claim", p.Detail().Claims)
	}
	for _, v := range e.Volumes {
		m.name("volume", v.Name)
		m.pair("claim", v.Claim)
		m.name("class", v.Class)
		m.names("node", v.Nodes)
	}
	for i := range e.Claims {
		m.name("namespace", e.Claims[i].Namespace)
		m.name("claim", e.Claims[i].Name)
		m.name("volume", e.Claims[i].Volume)
	}
	for i := range e.Releases {
		m.name("namespace", e.Releases[i].Namespace)
		m.name("release", e.Releases[i].Name)
		m.name("chart", e.Releases[i].Chart)
	}
	for _, u := range e.Usage {
		m.placed(u.Object.Namespace, u.Object.Kind, u.Object.Name)
		m.name("user", u.By)
	}
	if e.Rehearsal != nil {
		for i := range e.Rehearsal.Results {
			q := &e.Rehearsal.Results[i].Question
			m.placed(q.Namespace, q.Kind, q.Name)
		}
	}
	for f := range slice.Each(e.Checked) {
		m.placed(f.Namespace, f.Kind, f.Name)
		m.file(f.File)
		m.name("chart", f.Origin.Chart)
	}
}

func (m *redaction) named(o evidence.Object) {
	m.placed(o.Namespace, o.Kind, o.Name)
	m.managers(o)
}

func (m *redaction) placed(namespace, kind, name string) {
	m.name("namespace", namespace)
	m.object(kind, name)
}

func (m *redaction) managers(o evidence.Object) {
	m.name("uid", o.UID)
	for _, owner := range o.Owners {
		m.object(owner.Kind, owner.Name)
	}
	for _, by := range o.Managers {
		m.name("user", by.Name)
	}
}

func (m *redaction) client(c evidence.WebhookClient) {
	m.name("namespace", c.Namespace)
	m.name("service", c.Service)
	if u, err := url.Parse(c.URL); err == nil {
		m.name("host", u.Hostname())
	}
}

// matched learns the names that select the requests of a policy or a binding.
func (m *redaction) matched(of evidence.PolicyMatch) {
	m.selector(of.NamespaceSelector)
	m.selector(of.ObjectSelector)
	for _, r := range slices.Concat(of.Rules, of.Excludes) {
		m.names("object", r.Names)
	}
}

// selector learns the labels in expressions, because commands contain them. Label keys of
// Kubernetes are kept, but not the namespaces that they are compared with.
func (m *redaction) selector(s evidence.Selector) {
	for _, r := range s.Expressions {
		class := "label"
		if r.Key == "kubernetes.io/metadata.name" {
			class = "namespace"
		}
		if prefix, _, _ := strings.Cut(r.Key, "/"); prefix != "kubernetes.io" && !strings.HasSuffix(prefix, ".kubernetes.io") {
			m.name("label", r.Key)
		}
		for _, value := range r.Values {
			if !slices.Contains([]string{"true", "false", "enabled", "disabled", "yes", "no", "on", "off"}, value) {
				m.name(class, value) // a boolean is not a name, and occurs in many texts
			}
		}
	}
}

func (m *redaction) names(class string, list []string) {
	for _, name := range list {
		m.name(class, name)
	}
}

func (m *redaction) pair(class, name string) {
	namespace, rest, ok := strings.Cut(name, "/")
	if !ok {
		m.name(class, name)
		return
	}
	m.name("namespace", namespace)
	m.name(class, rest)
}
