package preflight

import (
	"net/url"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/preflight"
)

// redaction replaces names with placeholders. The class of a placeholder is that in which the name
// was first found.
type redaction struct {
	byName map[string]string
	counts map[string]int
	// keep are words that are not secret: kinds, versions, checks, and names that every cluster
	// has.
	keep map[string]bool
	// taken are names of the reports, which must not be used as placeholders.
	taken map[string]string
	// odd are names with characters that no word has. replacer replaces them.
	odd      []string
	replacer *strings.Replacer
}

// redactionOf learns the names of reports. It does so twice, because only after the first time all
// names that must not be placeholders are known.
func redactionOf(learn func(*redaction)) *redaction {
	first, m := newRedaction(), newRedaction()
	learn(first)
	m.taken = first.byName
	learn(m)
	return m
}

func newRedaction() *redaction {
	m := &redaction{byName: map[string]string{}, counts: map[string]int{}, keep: map[string]bool{}}
	for _, word := range strings.Fields(`default kube-system kube-public kube-node-lease kubernetes kube-dns coredns kube-proxy kubelet kubelet-config kubeadm-config
		kube-apiserver kube-controller-manager kube-scheduler cloud-controller-manager etcd extension-apiserver-authentication kube-root-ca.crt
		system:masters system:nodes last-applied helm kubectl kubeadm cluster before-first-apply
		kubectl-client-side-apply kubectl-create kubectl-edit kubectl-patch kubectl-replace kubectl-label kubectl-annotate kubectl-rollout`) {
		m.keep[word] = true
	}
	return m
}

func (m *redaction) name(class, name string) string {
	if name == "" || m.stays(name) {
		return name
	}
	redacted, known := m.byName[name]
	if !known {
		redacted = m.redact(class)
		m.byName[name] = redacted
		if aWord().FindString(name) != name {
			m.odd, m.replacer = append(m.odd, name), nil
		}
	}
	return redacted
}

// object redacts the name of an object. The class is its kind: "node-1". Names of custom resource
// definitions are part of the API, and are kept.
func (m *redaction) object(kind, name string) string {
	switch kind {
	case "CustomResourceDefinition", "APIService":
		return name
	case "":
		return m.name("object", name)
	}
	class := strings.ToLower(kind)
	if strings.ContainsFunc(class, func(r rune) bool { return r < 'a' || r > 'z' }) {
		class = "object"
	}
	return m.name(class, name)
}

// server redacts the host of a URL. The scheme is kept.
func (m *redaction) server(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return m.name("host", address)
	}
	return u.Scheme + "://" + m.name("host", u.Hostname())
}

// file redacts the source of an item. Paths can contain the names of their owners.
func (m *redaction) file(name string) string { return m.name("file", name) }

// isPublic matches values that Kubernetes defines: enums and gates, flags, numbers, container
// runtimes.
var isPublic = lazy.Regexp(`^([A-Z][A-Za-z0-9]*|--[a-z0-9-]+(=(true|false))?|true|false|[0-9]+|(docker|containerd|cri-o)://[0-9.]+)$`)

func (m *redaction) value(value string) string {
	if value == "" || isPublic().MatchString(value) || m.stays(value) {
		return value
	}
	if redacted := m.text(value); redacted != value {
		return redacted
	}
	return m.name("value", value)
}

func (m *redaction) report(r *Report) {
	// Kinds and versions come first, so that they are kept if an object has the same name.
	for i := range r.Checks {
		m.keep[r.Checks[i].ID] = true
	}
	for _, reading := range r.Readings {
		m.keep[reading.What] = true
	}
	r.eachItem(func(check string, i *preflight.Item) {
		m.keep[check], m.keep[i.Kind], m.keep[i.APIVersion], m.keep[i.Rule] = true, true, true, true
		if i.Replacement != nil {
			m.keep[i.Replacement.Kind] = true
		}
	})
	m.name("cluster", r.Cluster.Name)
	m.server(r.Cluster.Server)
	m.name("uid", r.Cluster.UID)
	r.eachItem(func(_ string, i *preflight.Item) {
		m.placed(i.Namespace, i.Kind, i.Name)
		m.file(i.File)
		m.name("chart", i.Origin.Chart)
		m.source(i.Source)
		if !i.Published && !i.Word {
			m.value(i.Value)
		}
	})
	for _, h := range r.Hops {
		for j := range h.Steps {
			for _, o := range h.Steps[j].Objects {
				m.placed(o.Namespace, o.Kind, o.Name)
				m.source(o.Source)
			}
		}
	}
	for i := range r.Waived {
		m.name("owner", r.Waived[i].Owner)
	}
}

// eachItem calls do for every item, including waived ones.
func (r *Report) eachItem(do func(check string, i *preflight.Item)) {
	for i := range r.Checks {
		for j := range r.Checks[i].Items {
			do(r.Checks[i].ID, &r.Checks[i].Items[j])
		}
	}
	for i := range r.Waived {
		do(r.Waived[i].Check, &r.Waived[i].Item)
	}
}
