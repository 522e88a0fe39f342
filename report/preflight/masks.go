package preflight

import (
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// masks are the masks of the names of a report. A name has one mask, that of the
// class it was first seen in, so that it can be followed through the report.
type masks struct {
	byName map[string]string
	counts map[string]int
	// keep are words that are no secrets: kinds, versions, checks, and the names
	// that every cluster has.
	keep map[string]bool
	// taken are names that no mask may be called by: they are somebody's.
	taken map[string]string
	// odd are names that are no words; replacer finds them.
	odd      []string
	replacer *strings.Replacer
}

// masksOf learns the names of reports. It does so twice: the first time finds out
// what no mask may be called by.
func masksOf(learn func(*masks)) *masks {
	first, m := newMasks(), newMasks()
	learn(first)
	m.taken = first.byName
	learn(m)
	return m
}

func newMasks() *masks {
	m := &masks{byName: map[string]string{}, counts: map[string]int{}, keep: map[string]bool{}}
	for _, word := range strings.Fields(`default kube-system kube-public kube-node-lease kubernetes kube-dns coredns kube-proxy kubelet kubelet-config kubeadm-config
		kube-apiserver kube-controller-manager kube-scheduler cloud-controller-manager etcd extension-apiserver-authentication kube-root-ca.crt
		system:masters system:nodes last-applied helm kubectl kubeadm cluster before-first-apply
		kubectl-client-side-apply kubectl-create kubectl-edit kubectl-patch kubectl-replace kubectl-label kubectl-annotate kubectl-rollout`) {
		m.keep[word] = true
	}
	return m
}

// name masks a whole name.
func (m *masks) name(class, name string) string {
	if name == "" || m.stays(name) {
		return name
	}
	masked, known := m.byName[name]
	if !known {
		masked = m.mask(class)
		m.byName[name] = masked
		if strings.IndexFunc(name, func(r rune) bool { return !joins(r) }) >= 0 {
			m.odd, m.replacer = append(m.odd, name), nil
		}
	}
	return masked
}

// object masks the name of an object, in a class of its kind: "node-1". Kinds and
// names of custom resources are part of the API, which stays.
func (m *masks) object(kind, name string) string {
	switch kind {
	case "CustomResourceDefinition", "APIService":
		return name
	case "":
		return m.name("object", name)
	}
	class := strings.ToLower(kind)
	if strings.IndexFunc(class, func(r rune) bool { return r < 'a' || r > 'z' }) >= 0 {
		class = "object"
	}
	return m.name(class, name)
}

// server masks the host of an address; the scheme stays.
func (m *masks) server(address string) string {
	if address == "" {
		return ""
	}
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return m.name("host", address)
	}
	return u.Scheme + "://" + m.name("host", u.Hostname())
}

// file masks what an item was read from; a path tells the folders of its owner.
func (m *masks) file(name string) string { return m.name("file", name) }

// isPublic are values that are words of Kubernetes: enums and gates, flags, numbers,
// container runtimes.
var isPublic = regexp.MustCompile(`^([A-Z][A-Za-z0-9]*|--[a-z0-9-]+(=(true|false))?|true|false|[0-9]+|(docker|containerd|cri-o)://[0-9.]+)$`)

// value masks what is written somewhere, unless it is a word of Kubernetes.
func (m *masks) value(value string) string {
	if value == "" || isPublic.MatchString(value) || m.stays(value) {
		return value
	}
	if masked := m.text(value); masked != value {
		return masked
	}
	return m.name("value", value)
}

// report learns the names that a report holds in fields of their own.
func (m *masks) report(r *Report) {
	// Kinds and versions first, so that an object called as one does not hide it.
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
		m.name("namespace", i.Namespace)
		m.object(i.Kind, i.Name)
		m.file(i.File)
		m.name("chart", i.Origin.Chart)
		m.source(i.Source)
		if !i.Published {
			m.value(i.Value)
		}
	})
	for _, h := range r.Hops {
		for j := range h.Steps {
			for _, o := range h.Steps[j].Objects {
				m.name("namespace", o.Namespace)
				m.object(o.Kind, o.Name)
				m.source(o.Source)
			}
		}
	}
	for i := range r.Waived {
		m.name("owner", r.Waived[i].Owner)
	}
}

// eachItem calls do for every item, waived ones too.
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

// evidence learns the names that texts may hold.
func (m *masks) evidence(e *evidence.Evidence) {
	if e == nil {
		return
	}
	m.name("cluster", e.Server.Name)
	m.server(e.Server.Address)
	for _, key := range slices.SortedFunc(maps.Keys(e.Readings), byResource) {
		m.learn(e.Readings[key].Reason) // the report has it without addresses
	}
	for i := range e.Nodes {
		m.named(e.Nodes[i].Object)
	}
	for i := range e.Components {
		c := &e.Components[i]
		m.name("node", c.Node)
		m.name("pod", c.Pod)
		m.image(c.Image)
	}
	if e.Audit != nil {
		for i := range e.Audit.Calls {
			m.name("user", e.Audit.Calls[i].User)
		}
	}
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
	for i := range e.PolicyBindings {
		b := &e.PolicyBindings[i]
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
	for i := range e.Services {
		m.named(e.Services[i].Object)
		m.name("host", e.Services[i].ExternalName)
	}
	for i := range e.Roles {
		m.named(e.Roles[i].Object)
		for _, r := range e.Roles[i].Rules {
			for _, name := range r.Names {
				m.name("object", name)
			}
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

// places learns the names that are no objects with metadata.
func (m *masks) places(e *evidence.Evidence) {
	for i := range e.Pods {
		p := &e.Pods[i]
		m.name("namespace", p.Namespace)
		m.name("pod", p.Name)
		m.name("node", p.Node)
		m.object(p.Owner.Kind, p.Owner.Name)
		for _, c := range p.Detail().Claims {
			m.name("claim", c)
		}
	}
	for i := range e.Volumes {
		v := &e.Volumes[i]
		m.name("volume", v.Name)
		m.pair("claim", v.Claim)
		m.name("class", v.Class)
		for _, n := range v.Nodes {
			m.name("node", n)
		}
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
	for i := range e.Usage {
		u := &e.Usage[i]
		m.name("namespace", u.Object.Namespace)
		m.object(u.Object.Kind, u.Object.Name)
		m.name("user", u.By)
	}
	if e.Rehearsal != nil {
		for i := range e.Rehearsal.Results {
			q := &e.Rehearsal.Results[i].Question
			m.name("namespace", q.Namespace)
			m.object(q.Kind, q.Name)
		}
	}
	for i := range e.Judged {
		f := &e.Judged[i]
		m.name("namespace", f.Namespace)
		m.object(f.Kind, f.Name)
		m.file(f.File)
		m.name("chart", f.Origin.Chart)
	}
}

func (m *masks) named(o evidence.Object) {
	m.name("namespace", o.Namespace)
	m.object(o.Kind, o.Name)
	m.managers(o)
}

func (m *masks) managers(o evidence.Object) {
	m.name("uid", o.UID)
	for _, owner := range o.Owners {
		m.object(owner.Kind, owner.Name)
	}
	for _, by := range o.Managers {
		m.name("user", by.Name)
	}
}

func (m *masks) client(c evidence.WebhookClient) {
	m.name("namespace", c.Namespace)
	m.name("service", c.Service)
	if u, err := url.Parse(c.URL); err == nil {
		m.name("host", u.Hostname())
	}
}

// selector learns the labels that expressions name; commands repeat them. Those of
// Kubernetes itself stay, but not the namespaces that they are held against.
// matched are the names that tell what an admission policy or a binding is for.
func (m *masks) matched(of evidence.PolicyMatch) {
	m.selector(of.NamespaceSelector)
	m.selector(of.ObjectSelector)
	for _, r := range slices.Concat(of.Rules, of.Excludes) {
		for _, name := range r.Names {
			m.name("object", name)
		}
	}
}

func (m *masks) selector(s evidence.Selector) {
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
				m.name(class, value) // a switch is no name, and a word of many texts
			}
		}
	}
}

func (m *masks) pair(class, name string) {
	namespace, rest, ok := strings.Cut(name, "/")
	if !ok {
		m.name(class, name)
		return
	}
	m.name("namespace", namespace)
	m.name(class, rest)
}

// image learns the registry of an image, with the folders in it: what is behind
// the last slash stays.
func (m *masks) image(image string) {
	i := strings.LastIndexByte(image, '/')
	if i <= 0 {
		return
	}
	m.name("registry", image[:i])
	first, _, _ := strings.Cut(image, "/")
	m.name("registry", first)
	if host, port, ok := strings.Cut(first, ":"); ok && port != "" {
		m.name("registry", host)
	}
}

// source learns the name that a source tells: "Helm release shop/web revision 3",
// "manager kubectl at …".
func (m *masks) source(source string) {
	words := strings.Fields(source)
	for i, word := range words {
		if i == 0 {
			continue
		}
		switch strings.ToLower(words[i-1]) {
		case "manager", "by", "user":
			m.name("user", strings.Trim(word, `"',;:()`))
		case "release", "chart":
			m.pair("release", strings.Trim(word, `"',;:()`))
		}
	}
}

// The places of names in texts that no list holds: what servers and the network
// say of themselves and of users.
var (
	quotedUser = regexp.MustCompile(`(?i)(\buser )("[^"]*"|'[^']*')`)
	account    = regexp.MustCompile(`system:serviceaccount:([^\s"':]+):([^\s"':,;)]+)`)
	systemNode = regexp.MustCompile(`system:node:([^\s"':,;)]+)`)
	inURL      = regexp.MustCompile(`(?i)\b(https?|oidc|tcp|udp)://([^\s/"'?#<>]+)`)
	dialled    = regexp.MustCompile(`(?i)\b(lookup|dial tcp|dial udp|read tcp|write tcp) ([^\s"',;]+)`)
	address4   = regexp.MustCompile(`\b\d{1,3}(\.\d{1,3}){3}\b`)
	address6   = regexp.MustCompile(`\[[0-9a-fA-F:.%]*:[0-9a-fA-F:.%a-z0-9]*\]`)
	inNS       = regexp.MustCompile(`(?i)(\bnamespace )("[^"]*"|'[^']*')`)
	inImage    = regexp.MustCompile(`[a-zA-Z0-9][a-zA-Z0-9-]*(?:(?:\.[a-zA-Z0-9-]+)+(?::[0-9]+)?|:[0-9]+)(?:/[a-z0-9._-]+)*/[a-z0-9._-]+(?::[\w.-]+|@sha256:[0-9a-f]+)`)
	inHome     = regexp.MustCompile(`/(?:home|Users|root)/[^\s"',;:]+`)
	uid        = regexp.MustCompile(`\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`)
)

// learn finds names in a text by the words around them.
func (m *masks) learn(text string) {
	unquote := func(s string) string { return s[1 : len(s)-1] }
	for _, f := range account.FindAllStringSubmatch(text, -1) {
		m.name("namespace", f[1])
		m.name("user", f[2])
	}
	for _, f := range systemNode.FindAllStringSubmatch(text, -1) {
		m.name("node", f[1])
	}
	for _, f := range quotedUser.FindAllStringSubmatch(text, -1) {
		if name := unquote(f[2]); !strings.HasPrefix(name, "system:") {
			m.name("user", name)
		}
	}
	for _, f := range inNS.FindAllStringSubmatch(text, -1) {
		m.name("namespace", unquote(f[2]))
	}
	for _, f := range slices.Concat(inURL.FindAllStringSubmatch(text, -1), dialled.FindAllStringSubmatch(text, -1)) {
		if user, _, has := strings.Cut(f[2], "@"); has {
			for _, part := range strings.Split(user, ":") {
				m.name("user", part)
			}
		}
		m.name("host", host(f[2]))
	}
	for _, list := range [][]string{address4.FindAllString(text, -1), address6.FindAllString(text, -1)} {
		for _, a := range list {
			m.name("host", strings.Trim(a, "[]"))
		}
	}
	for _, image := range inImage.FindAllString(text, -1) {
		m.image(image)
	}
	for _, path := range inHome.FindAllString(text, -1) {
		m.file(path)
	}
	for _, u := range uid.FindAllString(text, -1) {
		m.name("uid", u)
	}
}

// host is an address without user, port and the dash behind it.
func host(s string) string {
	if i := strings.LastIndexByte(s, '@'); i >= 0 {
		s = s[i+1:]
	}
	s = strings.TrimRight(s, ":.")
	if i := strings.LastIndexByte(s, ':'); i >= 0 && strings.Count(s, ":") == 1 {
		s = s[:i]
	}
	if rest, ok := strings.CutPrefix(s, "["); ok {
		s, _, _ = strings.Cut(rest, "]")
	}
	return s
}
