package collect

import (
	"errors"
	"slices"

	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// definition is a CustomResourceDefinition of v1 or v1beta1.
type definition struct {
	head
	Spec struct {
		Group string `json:"group"`
		Names struct {
			Kind   string `json:"kind"`
			Plural string `json:"plural"`
		} `json:"names"`
		// Version is a field of v1beta1, for definitions with one version.
		Version    string                `json:"version"`
		Versions   []evidence.CRDVersion `json:"versions"`
		Conversion *struct {
			Strategy string `json:"strategy"`
			Webhook  *struct {
				ClientConfig   *webhookClient `json:"clientConfig"`
				ReviewVersions []string       `json:"conversionReviewVersions"`
			} `json:"webhook"`
			// The other fields are those of v1beta1.
			ClientConfig   *webhookClient `json:"webhookClientConfig"`
			ReviewVersions []string       `json:"conversionReviewVersions"`
		} `json:"conversion"`
	} `json:"spec"`
	Status struct {
		Conditions     conditions `json:"conditions"`
		StoredVersions []string   `json:"storedVersions"`
	} `json:"status"`
}

func (d *definition) keep(g *gathered) {
	out := evidence.CRD{
		Object: d.object(g.from), Group: d.Spec.Group, Kind: d.Spec.Names.Kind, Plural: d.Spec.Names.Plural,
		Versions: d.Spec.Versions, StoredVersions: d.Status.StoredVersions, Conversion: "None", Established: d.Status.Conditions.of("Established").Status == "True",
	}
	if len(out.Versions) == 0 && d.Spec.Version != "" {
		out.Versions = []evidence.CRDVersion{{Name: d.Spec.Version, Served: true, Storage: true}}
	}
	if len(out.StoredVersions) == 0 { // a server adds the storage version: defaults.go in apiextensions
		g.markUnread(d.top(), errors.New("its status.storedVersions is empty, which API servers never return"))
	}
	if !slices.ContainsFunc(out.Versions, func(v evidence.CRDVersion) bool { return v.Storage }) {
		g.markUnread(d.top(), errors.New("none of its versions is stored, but API servers require one"))
	}
	if c := d.Spec.Conversion; c != nil && c.Strategy != "" {
		out.Conversion, out.ReviewVersions = c.Strategy, c.ReviewVersions
		client := c.ClientConfig
		if c.Webhook != nil {
			client, out.ReviewVersions = c.Webhook.ClientConfig, c.Webhook.ReviewVersions
		}
		if client != nil {
			out.Client = client.evidence()
		}
	}
	g.CRDs = append(g.CRDs, out)
}

type apiService struct {
	head
	Spec struct {
		Service  *serviceRef `json:"service"`
		CABundle []byte      `json:"caBundle"`
	} `json:"spec"`
	Status struct {
		Conditions conditions `json:"conditions"`
	} `json:"status"`
}

func (s *apiService) keep(g *gathered) {
	client := webhookClient{Service: s.Spec.Service, CABundle: s.Spec.CABundle}
	available := s.Status.Conditions.of("Available")
	g.APIServices = append(g.APIServices, evidence.APIService{
		Object: s.object(g.from), Client: client.evidence(), Local: s.Spec.Service == nil,
		Available: available.Status, Reason: available.Reason, Message: available.Message,
	})
}

type role struct {
	head
	Rules           []evidence.RoleRule `json:"rules"`
	AggregationRule struct {
		Selectors []evidence.Selector `json:"clusterRoleSelectors"`
	} `json:"aggregationRule"`
}

// The API server marks its own roles, and updates them unless an annotation forbids it
// (https://kubernetes.io/docs/reference/access-authn-authz/rbac/#auto-reconciliation).
const (
	bootstrapping = "kubernetes.io/bootstrapping"
	autoUpdate    = "rbac.authorization.kubernetes.io/autoupdate"
)

func (r *role) keep(g *gathered) {
	m := &r.Metadata
	out := evidence.Role{BuiltIn: m.Labels[bootstrapping] == "rbac-defaults" && m.Annotations[autoUpdate] != "false"}
	m.Annotations, m.ManagedFields = nil, nil
	out.Object = r.object(g.from)
	out.Rules, out.Aggregates = r.Rules, r.AggregationRule.Selectors
	g.Roles = append(g.Roles, out)
}
