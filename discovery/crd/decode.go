package crd

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/discovery/unjson"
)

// decode decodes a CustomResourceDefinition and sets the defaults of an API server; see defaults.go
// of both versions in apiextensions.
func decode(data []byte, beta bool) (Definition, error) {
	var o object
	if err := json.Unmarshal(data, &o); err != nil {
		return Definition{Name: o.Metadata.Name}, unjson.Sentence(err)
	}
	if beta {
		o.spreadBeta()
	}
	d := Definition{
		Name: o.Metadata.Name, Group: o.Spec.Group, Scope: discovery.Scope(o.Spec.Scope),
		Names: o.Spec.Names, Conversion: o.Spec.Conversion.settled(), StoredVersions: o.Status.StoredVersions,
		Established: slices.Contains(o.Status.Conditions, keptCondition{"Established", "True"}),
		Versions:    slice.Map(o.Spec.Versions, objectVersion.settled),
	}
	d.Names.Singular = cmp.Or(d.Names.Singular, strings.ToLower(d.Names.Kind))
	if len(d.StoredVersions) == 0 {
		d.StoredVersions = nil // controller-gen wrote [] into manifests; no server has an empty list
		// A server sets listKind. A record of a server without it does not state the kind.
		d.Names.ListKind = cmp.Or(d.Names.ListKind, d.Names.Kind+"List")
	}
	d.PreserveUnknownFields = o.Spec.PreserveUnknownFields != nil && *o.Spec.PreserveUnknownFields
	if err := d.check(); err != nil {
		return d, err
	}
	// A server serves definitions that were created as v1beta1, without schemas, as v1.
	for _, v := range d.Versions {
		if !beta && v.Schema == nil && !d.PreserveUnknownFields && d.StoredVersions == nil {
			return d, fmt.Errorf("the schema of the version %q in spec.versions is missing; an API server would refuse the definition", v.Name)
		}
	}
	return d, nil
}

// spreadBeta converts a v1beta1 object to v1: it copies the fields that apply to all versions to
// each version.
func (o *object) spreadBeta() {
	s := &o.Spec
	s.Scope = cmp.Or(s.Scope, string(discovery.Namespaced))
	s.PreserveUnknownFields = cmp.Or(s.PreserveUnknownFields, new(true))
	if len(s.Versions) == 0 && s.Version != "" {
		s.Versions = []objectVersion{{State: State{Name: s.Version, Served: true, Storage: true}}}
	}
	for v := range slice.Each(s.Versions) {
		v.Schema = cmp.Or(v.Schema, s.Validation)
		v.Subresources = cmp.Or(v.Subresources, s.Subresources)
		if v.AdditionalPrinterColumns == nil {
			v.AdditionalPrinterColumns = s.AdditionalPrinterColumns
		}
		if v.SelectableFields == nil {
			v.SelectableFields = s.SelectableFields
		}
	}
}

func (c objectConversion) settled() Conversion {
	client := c.Webhook.ClientConfig
	if client == (clientConfig{}) {
		client = c.WebhookClientConfig
	}
	out := Conversion{
		Strategy: cmp.Or(c.Strategy, "None"), ReviewVersions: c.Webhook.ConversionReviewVersions, URL: client.URL, CABundle: client.CABundle,
	}
	if s := client.Service; s != nil {
		out.Service = new(*s)
		out.Service.Port = cmp.Or(s.Port, 443)
	}
	if out.ReviewVersions == nil {
		out.ReviewVersions = c.ConversionReviewVersions
	}
	return out
}

func (v objectVersion) settled() Version {
	out := Version{State: v.State}
	if v.Schema != nil && string(v.Schema.OpenAPIV3Schema) != "null" {
		out.Schema = v.Schema.OpenAPIV3Schema
	}
	if v.Subresources != nil {
		out.Status, out.Scale = v.Subresources.Status != nil, v.Subresources.Scale
	}
	out.PrinterColumns = slice.Map(v.AdditionalPrinterColumns, func(c column) PrinterColumn {
		c.JSONPath = cmp.Or(c.JSONPath, c.JSONPathBeta)
		return c.PrinterColumn
	})
	out.SelectableFields = slice.Map(v.SelectableFields, func(f selectableField) string { return f.JSONPath })
	return out
}

// check returns an error for a missing or duplicate name, which an API server refuses.
func (d *Definition) check() error {
	missing := func(field string) error {
		return fmt.Errorf("%s is missing; an API server would refuse the definition", field)
	}
	switch {
	case d.Group == "":
		return missing("spec.group")
	case d.Names.Plural == "":
		return missing("spec.names.plural")
	case d.Names.Kind == "":
		return missing("spec.names.kind")
	case len(d.Versions) == 0:
		return missing("spec.versions")
	case d.Scope != discovery.Namespaced && d.Scope != discovery.Cluster:
		return fmt.Errorf("spec.scope is %q, which is neither %q nor %q", d.Scope, discovery.Namespaced, discovery.Cluster)
	}
	seen := map[string]bool{}
	for _, v := range d.Versions {
		if v.Name == "" {
			return missing("the name of a version in spec.versions")
		}
		if seen[v.Name] {
			return fmt.Errorf("spec.versions contains the version %q twice", v.Name)
		}
		seen[v.Name] = true
	}
	return nil
}
