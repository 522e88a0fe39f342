package crd

import (
	"fmt"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
)

// Reduce reads one page of a server's CustomResourceDefinitionList and keeps
// what its OpenAPI documents do not say: no schemas, no annotations, nothing of
// who wrote it. Continue is the token of the next page, "" on the last.
func Reduce(page []byte) (items []byte, next string, err error) {
	var list struct {
		Kind     string `json:"kind"`
		Metadata struct {
			Continue string `json:"continue"`
		} `json:"metadata"`
		Items []kept `json:"items"`
	}
	if err := json.Unmarshal(page, &list); err != nil {
		return nil, "", fmt.Errorf("not a list of CustomResourceDefinitions: %w", mismatch(err))
	}
	if list.Kind != "CustomResourceDefinitionList" {
		return nil, "", fmt.Errorf("expected a CustomResourceDefinitionList, found kind %q", list.Kind)
	}
	for i := range list.Items {
		// Many kilobytes that differ from cluster to cluster.
		list.Items[i].Spec.Conversion.Webhook.ClientConfig.CABundle = ""
	}
	items, err = json.Marshal(struct {
		APIVersion string `json:"apiVersion"`
		Kind       string `json:"kind"`
		Items      []kept `json:"items"`
	}{"apiextensions.k8s.io/v1", "CustomResourceDefinitionList", list.Items}, json.Deterministic(true))
	return items, list.Metadata.Continue, err
}

// kept is what is recorded of a definition.
type kept struct {
	Metadata struct {
		Name string `json:"name"`
	} `json:"metadata"`
	Spec struct {
		Group string `json:"group"`
		Names struct {
			Plural   string `json:"plural"`
			Kind     string `json:"kind"`
			ListKind string `json:"listKind,omitempty"`
		} `json:"names"`
		Scope      string           `json:"scope"`
		Versions   []keptVersion    `json:"versions"`
		Conversion objectConversion `json:"conversion"`
	} `json:"spec"`
	Status struct {
		StoredVersions []string `json:"storedVersions,omitempty"`
	} `json:"status"`
}

type keptVersion struct {
	Name               string `json:"name"`
	Served             bool   `json:"served"`
	Storage            bool   `json:"storage"`
	Deprecated         bool   `json:"deprecated,omitempty"`
	DeprecationWarning string `json:"deprecationWarning,omitempty"`
	Subresources       struct {
		Scale *objectScale `json:"scale,omitempty"`
	} `json:"subresources,omitzero"`
	AdditionalPrinterColumns []keptColumn `json:"additionalPrinterColumns,omitempty"`
}

type keptColumn struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Format   string `json:"format,omitempty"`
	Priority int    `json:"priority,omitempty"`
	JSONPath string `json:"jsonPath"`
}

// Annotate adds to the resources of a server what their definitions say.
func Annotate(s *discovery.Surface, defs []Definition) {
	for i := range defs {
		d := &defs[i]
		for j := range d.Versions {
			v := &d.Versions[j]
			if r := s.Resource(d.GroupVersion(v), d.Names.Plural); r != nil {
				r.Custom = d.custom(v)
				r.DeprecatedHere, r.DeprecationWarning = v.Deprecated, v.DeprecationWarning
			}
		}
	}
}
