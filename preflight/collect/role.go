package collect

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/scan/checker"
)

// ClusterRole returns the YAML of the smallest role with which [Collect] can read a server with the
// surface. Without a surface, the role is for any server of a release from options.From on.
func ClusterRole(surface *discovery.Surface, o Options) []byte {
	var b strings.Builder
	b.WriteString("# The permissions of kubedelta preflight: get and list only. If you remove a rule, the data it is for is unknown in the report.\n")
	b.WriteString("apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: " + checker.PreflightRole + "\nrules:\n")
	groups := resourcesToList(surface, o)
	for g := range groups {
		groups[g] = slices.DeleteFunc(groups[g], func(r string) bool { return !o.Tier.Grants(evidence.Resource{Group: g, Name: r}) })
	}
	secrets := slices.Contains(groups[""], "secrets")
	groups[""] = slices.DeleteFunc(groups[""], func(r string) bool { return r == "secrets" })
	for _, g := range slices.Sorted(maps.Keys(groups)) {
		if len(groups[g]) > 0 {
			writeRule(&b, g, "list", groups[g])
		}
	}
	if secrets {
		b.WriteString("# Helm stores releases in Secrets. RBAC cannot limit this rule to them: remove it if it grants too much, and the\n" +
			"# manifests of Helm releases are unknown. kubedelta requests only Helm's Secrets, and does not store their content.\n")
		writeRule(&b, "", "list", []string{"secrets"})
	}
	b.WriteString("# The UID of the cluster, and the configuration of its components.\n")
	writeRule(&b, "", "get", []string{"namespaces"}, kubeSystem)
	writeRule(&b, "", "get", []string{"configmaps"}, settingsNames(surface, o)...)
	if o.Kubelets >= 0 && o.Tier.Grants(evidence.Configz) {
		b.WriteString("# The configuration of kubelets. With get on nodes/proxy, a user can run commands in pods: remove this rule if it\n" +
			"# grants too much, and the configuration of kubelets is unknown.\n")
		writeRule(&b, "", "get", []string{"nodes/proxy"})
	}
	b.WriteString("# Discovery, which system:discovery grants to every authenticated user, and the metrics.\n")
	b.WriteString("- nonResourceURLs:\n")
	for _, path := range []string{"/api", "/api/*", "/apis", "/apis/*", "/metrics", "/openapi/*", "/readyz", "/version"} {
		fmt.Fprintf(&b, "  - %q\n", path)
	}
	b.WriteString("  verbs: [\"get\"]\n")
	return []byte(b.String())
}

func writeRule(b *strings.Builder, group, verb string, resources []string, names ...string) {
	fmt.Fprintf(b, "- apiGroups: [%q]\n  resources:\n", group)
	for _, r := range resources {
		fmt.Fprintf(b, "  - %q", r)
		if verb == "list" {
			b.WriteString(" # " + purpose(evidence.Resource{Group: group, Name: r}))
		}
		b.WriteByte('\n')
	}
	if len(names) > 0 {
		b.WriteString("  resourceNames:\n")
		for _, n := range names {
			fmt.Fprintf(b, "  - %q\n", n)
		}
	}
	fmt.Fprintf(b, "  verbs: [%q]\n", verb)
}

func purpose(key evidence.Resource) string {
	for _, w := range wants() {
		if w.key == key || w.instead == key {
			return w.why
		}
	}
	return "who writes objects at an old version, and removed fields"
}

// resourcesToList returns the resources that are listed, by group, sorted.
func resourcesToList(surface *discovery.Surface, o Options) map[string][]string {
	groups := map[string][]string{}
	add := func(key evidence.Resource) { groups[key.Group] = append(groups[key.Group], key.Name) }
	if surface != nil {
		lists, _ := newCollector(nil, surface, o).lists()
		for _, l := range lists {
			add(l.from.key())
		}
	} else {
		for _, w := range wants() {
			add(w.key)
			if w.instead.Name != "" {
				add(w.instead)
			}
		}
		v := newVersions(&discovery.Surface{}, o)
		for l := range slice.Each(o.Lifecycles) {
			key := evidence.Resource{Group: l.Group, Name: l.Resource}
			alive := !o.From.Known() || l.ServedByDefaultIn(o.From)
			// Objects are read if they may have been written at an old version, or if their fields
			// are checked.
			read := v.watched(l.Group, l.Resource, l.Kind) || o.Fields != nil && o.Fields(l.GroupVersion.WithKind(l.Kind))
			if alive && read && !never(key) && !discovery.IsRequest(l.Kind) {
				add(key)
			}
		}
	}
	for g := range groups {
		groups[g] = slice.Unique(groups[g])
	}
	return groups
}

// settingsNames returns the names of the ConfigMaps that are requested by name.
func settingsNames(surface *discovery.Surface, o Options) (names []string) {
	from := releaseOf(surface, o)
	releases := []discovery.Release{from}
	if !from.Known() {
		for minor := firstKubeletConfig; minor < unversionedKubeletConfig; minor++ {
			releases = append(releases, discovery.Release{Major: 1, Minor: minor})
		}
	}
	all := slice.Flat(releases, settingsOf)
	return slice.Unique(slice.Flat(all, func(s settings) []string { return s.names }))
}

// Tier is how much a role grants.
type Tier string

// The tiers. Each includes those before it.
const (
	// Minimal is for versions, custom resources, webhooks and drains.
	Minimal Tier = "minimal"
	// Standard is for all objects whose versions and fields are checked.
	Standard Tier = "standard"
	// Full includes what may contain secrets, and the kubelets.
	Full Tier = "full"
)

// Tiers returns the tiers, the smallest first.
func Tiers() []Tier { return []Tier{Minimal, Standard, Full} }

// Grants reports whether the role of a tier permits reading a resource. The zero tier is Full.
func (t Tier) Grants(key evidence.Resource) bool {
	switch t {
	case Minimal:
		return inMinimal(key)
	case Standard:
		return !slices.Contains([]evidence.Resource{evidence.HelmSecrets, evidence.HelmConfigMaps, evidence.Configz}, key)
	default:
		return true
	}
}

func inMinimal(key evidence.Resource) bool {
	return slices.Contains([]evidence.Resource{
		evidence.KubeSystem, evidence.Namespaces, evidence.Nodes, evidence.Pods, evidence.ComponentPods, evidence.Services, evidence.EndpointSlices, {Name: "endpoints"},
		evidence.Budgets, evidence.Definitions, evidence.APIServices, evidence.ValidatingWebhooks, evidence.MutatingWebhooks,
		evidence.ValidatingPolicies, evidence.ValidatingPolicyBindings, evidence.MutatingPolicies, evidence.MutatingPolicyBindings,
		evidence.KubeadmConfig, evidence.KubeletConfig, evidence.KubeProxyConfig, evidence.CoreDNSConfig, evidence.Metrics,
	}, key)
}
