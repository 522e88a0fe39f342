package collect

import (
	"slices"

	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// Tier is how much a role grants.
type Tier string

// The tiers, each with all of those before it.
const (
	// Minimal: versions, custom resources, webhooks and drains.
	Minimal Tier = "minimal"
	// Standard: all objects whose versions and fields are looked at.
	Standard Tier = "standard"
	// Full: what may hold secrets, and the kubelets.
	Full Tier = "full"
)

// Tiers lists them, the least first.
func Tiers() []Tier { return []Tier{Minimal, Standard, Full} }

// Grants reports whether the role of a tier lets a resource be read. The zero tier
// is the full one.
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
