package crd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Surface returns the surface that a server with these definitions serves. The caller sets Name.
// metadata refers to ObjectMeta, which the surface does not define.
func Surface(defs []Definition, dec *openapi.Decoder) (*discovery.Surface, error) {
	s := &discovery.Surface{Source: discovery.SourceCRD, Schemas: map[string]*discovery.Schema{}, Fidelity: Fidelity()}
	for d := range slice.Each(defs) {
		for v := range slice.Each(d.Versions) {
			if err := d.addTo(s, v, dec); err != nil {
				return nil, fmt.Errorf("%s: version %q of %s: %w", d.Origin, v.Name, d.resource(), err)
			}
		}
	}
	s.Sort()
	for i := range s.Groups {
		// The server prefers the served version of the group with the highest priority.
		s.Groups[i].Preferred = s.Groups[i].Versions[0].Name
	}
	return s, nil
}

// Fidelity is the fidelity of a surface of definitions.
func Fidelity() discovery.Fidelity {
	return discovery.Fidelity{
		Preferred: discovery.All, Scope: discovery.All, Names: discovery.All, Verbs: discovery.All, Subresources: discovery.All,
		Deprecation: discovery.All, Fields: discovery.All, Required: discovery.All, Defaults: discovery.All, Enums: discovery.All,
		Constraints: discovery.All, Topology: discovery.All, Descriptions: discovery.All, FieldFacts: discovery.All,
	}
}

func (d *Definition) addTo(s *discovery.Surface, v *Version, dec *openapi.Decoder) error {
	schema, err := d.schema(v, dec)
	if err != nil {
		return err
	}
	if !v.Served {
		s.Unserved = append(s.Unserved, discovery.Unserved{GroupVersion: d.GroupVersion(v), Resource: d.resourceOf(v), Body: schema})
		return nil
	}
	name := d.schemaName(v)
	if _, taken := s.Schemas[name]; taken {
		return fmt.Errorf("another definition has the kind %s in this version too; a server accepts only one of them", d.Names.Kind)
	}
	s.Schemas[name] = schema
	version := s.AddGroupVersion(d.GroupVersion(v))
	version.Enforcement = discovery.BySchema
	version.Resources = append(version.Resources, d.resourceOf(v))
	return nil
}

// resourceOf returns the resource as discovery shows it if the version is served, with the verbs
// that apiextensions-apiserver gives to every custom resource.
func (d *Definition) resourceOf(v *Version) discovery.Resource {
	r := discovery.Resource{
		Name: d.Names.Plural, Kind: d.Names.Kind, Singular: d.Names.Singular, Scope: d.Scope,
		ShortNames: slices.Clone(d.Names.ShortNames), Categories: slices.Clone(d.Names.Categories),
		Verbs:          []string{"create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"},
		Schema:         d.schemaName(v),
		DeprecatedHere: v.Deprecated, DeprecationWarning: v.DeprecationWarning,
		Custom: d.custom(v),
	}
	if v.Scale != nil {
		r.Subresources = append(r.Subresources, discovery.Subresource{
			Name: "scale", Kind: "Scale", KindGroupVersion: &discovery.GroupVersion{Group: "autoscaling", Version: "v1"},
			Verbs: []string{"get", "patch", "update"},
		})
	}
	if v.Status {
		r.Subresources = append(r.Subresources, discovery.Subresource{
			Name: "status", Kind: d.Names.Kind, Verbs: []string{"get", "patch", "update"},
		})
	}
	return r
}

// schemaName returns the schema name of the kind in the server's OpenAPI:
// "com.coreos.monitoring.v1.PodMonitor".
func (d *Definition) schemaName(v *Version) string {
	parts := strings.Split(d.Group, ".")
	slices.Reverse(parts)
	return strings.Join(parts, ".") + "." + v.Name + "." + d.Names.Kind
}
