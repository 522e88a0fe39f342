// Package surfaces makes the catalog's data from the responses of real API servers that the lab
// recorded, and from published documents and resource tables for other releases. It must not start
// servers.
package surfaces

import (
	"context"
	"fmt"

	"github.com/kubedelta/kubedelta/cmd/catalog/step"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/discovery/source/catalog/packed"
)

// Make makes the tables and a file for each release.
func Make(ctx context.Context, from step.Folders) (map[string][]byte, error) {
	surfaces, err := readReleases(ctx, from)
	if err != nil {
		return nil, err
	}
	lifecycles, err := lifecyclesOf(surfaces)
	if err != nil {
		return nil, err
	}
	gates, err := fieldGates(surfaces)
	if err != nil {
		return nil, err
	}
	features := map[discovery.Release]*discovery.Features{}
	for _, s := range surfaces {
		reduce(s)
		if s.OffByDefault != nil {
			features[s.Release], s.OffByDefault = s.OffByDefault, nil
		}
	}
	pool, err := newPool(surfaces)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{"lives.tsv": encodeLifecycles(lifecycles), "features.tsv": catalog.EncodeFeatures(features), "gates.tsv.zst": packed.Encode(encodeGates(gates)), "schemas.json.zst": packed.Encode(pool.encode())}
	for _, s := range surfaces {
		b, err := pool.encodeSurface(s)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
		files[s.Name+".json.zst"] = packed.Encode(b)
	}
	return files, nil
}

// reduce keeps facts only: no descriptions, and no names that are not needed for lookups.
func reduce(s *discovery.Surface) {
	for name, schema := range s.Schemas {
		s.Schemas[name] = withoutProse(schema)
	}
	for _, byName := range s.SchemaVariants {
		for name, schema := range byName {
			byName[name] = withoutProse(schema)
		}
	}
	if s.Fidelity.Descriptions != discovery.None {
		s.Fidelity.Descriptions = discovery.Some // compared, but not stored
	}
}

// withoutProse copies a schema without its descriptions.
func withoutProse(s *discovery.Schema) *discovery.Schema {
	if s == nil {
		return nil
	}
	c := *s
	c.Prose, c.Description = s.ProseID(), ""
	c.Items, c.AdditionalProperties = withoutProse(s.Items), withoutProse(s.AdditionalProperties)
	c.Properties = make([]discovery.Field, len(s.Properties))
	for i, f := range s.Properties {
		f.Schema = withoutProse(f.Schema)
		c.Properties[i] = f
	}
	return &c
}
