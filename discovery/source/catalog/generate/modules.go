package main

import (
	"bytes"
	"context"
	"fmt"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/discovery/source/catalog/gomodule"
)

// readModules reads a release from its published Go modules.
func readModules(ctx context.Context, release discovery.Release, dec *openapi.Decoder) (*discovery.Surface, error) {
	data, err := gomodule.Run(ctx, ".", release)
	if err != nil {
		return nil, err
	}
	b, err := gomodule.Decode(data)
	if err != nil {
		return nil, err
	}
	b.Complete()
	doc, err := dec.Decode(fmt.Appendf(nil, `{"openapi":"3.0.0",%s`, bytes.TrimPrefix(bytes.TrimSpace(b.OpenAPI), []byte("{"))))
	if err != nil {
		return nil, fmt.Errorf("the schemas read from the Go modules: %w", err)
	}
	s := &discovery.Surface{Version: b.Version, Schemas: doc.Schemas, Fidelity: modulesFidelity()}
	for _, r := range b.Resources {
		gv := discovery.GroupVersion{Group: r.Group, Version: r.Version}
		v := s.AddGroupVersion(gv)
		v.Resources = append(v.Resources, resourceOf(r, gv, doc))
	}
	s.Sort()
	return s, nil
}

// modulesFidelity is what Go types and typed clients can tell. The clients have
// no method for some subresources and verbs, so what they do not show may exist
// all the same. Whether a field is required and what values it takes is in no
// type.
func modulesFidelity() discovery.Fidelity {
	return discovery.Fidelity{
		Disabled: discovery.All, Scope: discovery.All, Verbs: discovery.Some, Subresources: discovery.Some,
		Fields: discovery.All, Topology: discovery.Some, Defaults: discovery.Some, FieldFacts: discovery.All,
	}
}

func resourceOf(r gomodule.Resource, gv discovery.GroupVersion, doc *openapi.Document) discovery.Resource {
	out := discovery.Resource{Name: r.Resource, Kind: r.Kind, Scope: discovery.Cluster, Verbs: r.Verbs}
	if r.Namespaced {
		out.Scope = discovery.Namespaced
	}
	out.KindGroupVersion = otherThan(gv, r.KindGroup, r.KindVersion)
	out.Schema = doc.SchemaOf(discovery.GroupVersionKind{Group: gv.Group, Version: gv.Version, Kind: r.Kind})
	for _, sub := range r.Subresources {
		out.Subresources = append(out.Subresources, discovery.Subresource{
			Name: sub.Name, Kind: sub.Kind, KindGroupVersion: otherThan(gv, sub.KindGroup, sub.KindVersion), Verbs: sub.Verbs,
		})
	}
	return out
}

func otherThan(gv discovery.GroupVersion, group, version string) *discovery.GroupVersion {
	own := discovery.GroupVersion{Group: group, Version: version}
	if version == "" || own == gv {
		return nil
	}
	return &own
}
