package crd

import (
	"errors"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Reduce reads a page of a server's CustomResourceDefinitionList and keeps what the OpenAPI
// documents do not contain. Of schemas it keeps only the restrictions of metadata. It removes
// annotations, addresses, certificates and managed fields.
func Reduce(page []byte) ([]byte, error) {
	errNoList := errors.New("the response is not a list of CustomResourceDefinitions")
	var list struct {
		APIVersion string  `json:"apiVersion"`
		Kind       string  `json:"kind"`
		Items      *[]kept `json:"items"`
	}
	if json.Unmarshal(page, &list) != nil || list.APIVersion != "apiextensions.k8s.io/v1" || list.Kind != "CustomResourceDefinitionList" || list.Items == nil {
		return nil, errNoList
	}
	for item := range slice.Each(*list.Items) {
		if item.Metadata.Name == "" || item.Spec.Group == "" || item.Kind != "" && item.Kind != "CustomResourceDefinition" || !slices.ContainsFunc(item.Spec.Versions, func(v keptVersion) bool { return v.Storage }) {
			return nil, errNoList
		}
		item.Kind = ""
		item.Status.Conditions = slices.DeleteFunc(item.Status.Conditions, func(c keptCondition) bool { return c.Type != "Established" })
		// Snapshots contain no addresses, and no certificates, which differ between clusters.
		client := &item.Spec.Conversion.Webhook.ClientConfig
		client.URL, client.CABundle = "", ""
		for _, v := range item.Spec.Versions {
			for j := range v.AdditionalPrinterColumns {
				v.AdditionalPrinterColumns[j].Description = ""
			}
		}
	}
	return json.Marshal(list, json.Deterministic(true))
}

// kept has the recorded fields of a definition.
type kept struct {
	Kind     string `json:"kind,omitempty"`
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
		StoredVersions []string        `json:"storedVersions,omitempty"`
		Conditions     []keptCondition `json:"conditions,omitempty"`
	} `json:"status"`
}

// keptCondition is the condition Established, without which a server does not serve the resource.
type keptCondition struct {
	Type   string `json:"type"`
	Status string `json:"status"`
}

type keptVersion struct {
	State

	Schema struct {
		OpenAPIV3Schema struct {
			Properties struct {
				Metadata *keptMetadata `json:"metadata,omitempty"`
			} `json:"properties"`
		} `json:"openAPIV3Schema"`
	} `json:"schema"`
	Subresources struct {
		Scale *Scale `json:"scale,omitempty"`
	} `json:"subresources,omitzero"`
	AdditionalPrinterColumns []PrinterColumn `json:"additionalPrinterColumns,omitempty"`
}

// keptMetadata has the restrictions of object names, which no OpenAPI document of a server
// contains.
type keptMetadata struct {
	Type       string `json:"type"`
	Properties struct {
		Name         jsontext.Value `json:"name,omitempty"`
		GenerateName jsontext.Value `json:"generateName,omitempty"`
	} `json:"properties"`
}

// Annotate adds the facts of definitions to the resources of a server.
func Annotate(s *discovery.Surface, defs []Definition) error {
	dec := openapi.NewDecoder()
	for d := range slice.Each(defs) {
		for v := range slice.Each(d.Versions) {
			if !v.Served {
				s.Unserved = append(s.Unserved, discovery.Unserved{GroupVersion: d.GroupVersion(v), Resource: d.resourceOf(v)})
			} else if r := s.Resource(d.GroupVersion(v), d.Names.Plural); r != nil {
				r.Custom = d.custom(v)
				r.DeprecatedHere, r.DeprecationWarning = v.Deprecated, v.DeprecationWarning
				if err := d.annotateNames(s, v, r, dec); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// annotateNames adds the restrictions of object names to the schema of a resource, if the record
// has them.
func (d *Definition) annotateNames(s *discovery.Surface, v *Version, r *discovery.Resource, dec *openapi.Decoder) error {
	shown := s.Schemas[r.Schema]
	if shown == nil || v.Schema == nil || shown.Field("metadata") == nil {
		return nil
	}
	told, err := d.schema(v, dec)
	if err != nil {
		return fmt.Errorf("version %q of %s: %w", v.Name, d.resource(), err)
	}
	root := *shown // the schema may be shared
	root.Properties = slices.Clone(shown.Properties)
	metadata := *root.Field("metadata").Schema
	metadata.Properties = told.Field("metadata").Schema.Properties
	root.Field("metadata").Schema = &metadata
	s.Schemas[r.Schema] = &root
	return nil
}
