package surfaces

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/discovery/source/snapshot"
)

// readServers reads the responses of API servers of a release that the lab recorded
// (fixtures/kubernetes): a default server, and one with every API and feature enabled. The second
// has everything, and the first shows which parts are off by default.
func readServers(ctx context.Context, dir string, dec *openapi.Decoder) (*discovery.Surface, error) {
	standard, err := readServer(ctx, filepath.Join(dir, "default.tar.zst"), dec)
	if err != nil {
		return nil, err
	}
	all, err := readServer(ctx, filepath.Join(dir, "all.tar.zst"), dec)
	if err != nil {
		return nil, err
	}
	if err := markDisabled(all, standard); err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	all.Fidelity.Disabled = discovery.All
	return all, nil
}

func readServer(ctx context.Context, path string, dec *openapi.Decoder) (*discovery.Surface, error) {
	set, _, err := snapshot.Read(ctx, path)
	if err != nil {
		return nil, err
	}
	s, err := set.Surface(dec)
	if err != nil {
		return nil, err
	}
	if len(s.Incomplete) > 0 {
		return nil, fmt.Errorf("%s: %s: %s", path, s.Incomplete[0].GroupVersion, s.Incomplete[0].Reason)
	}
	return s, nil
}

// markDisabled marks what the standard server does not have. Any other difference between the two
// servers is an error, because the catalog would be wrong for one of them.
func markDisabled(all, standard *discovery.Surface) error {
	off := disabled{map[string]bool{}, map[string]bool{}}
	for i := range all.Groups {
		g := &all.Groups[i]
		if of := standard.Group(g.Name); of != nil {
			g.Preferred = of.Preferred
		}
		for j := range g.Versions {
			v := &g.Versions[j]
			for k := range v.Resources {
				r := &v.Resources[k]
				gv := discovery.GroupVersion{Group: g.Name, Version: v.Name}
				of := standard.Resource(gv, r.Name)
				if r.Disabled = of == nil; r.Disabled {
					continue
				}
				if err := off.mark(gv, r, of); err != nil {
					return fmt.Errorf("%s %s: %w", gv, r.Name, err)
				}
			}
		}
	}
	all.OffByDefault = &discovery.Features{
		Parameters: slices.Sorted(maps.Keys(off.parameters)), MediaTypes: without(all.MediaTypes, standard.MediaTypes),
		Subresources: slices.Sorted(maps.Keys(off.subresources)),
	}
	return sameSchemas(all, standard)
}

// disabled is the query parameters and subresources that the standard server does not support, of
// resources that it serves.
type disabled struct{ parameters, subresources map[string]bool }

func (off disabled) mark(gv discovery.GroupVersion, r, of *discovery.Resource) error {
	if !slices.Equal(r.Verbs, of.Verbs) {
		return fmt.Errorf("its verbs are %v, by default %v", r.Verbs, of.Verbs)
	}
	note := func(all, standard map[string][]string) {
		for verb, names := range all {
			for _, name := range without(names, standard[verb]) {
				off.parameters[name] = true
			}
		}
	}
	note(r.Parameters, of.Parameters)
	for _, sub := range r.Subresources {
		was, served := of.Subresource(sub.Name)
		if !served {
			off.subresources[discovery.SubresourceName(gv, r.Name, sub.Name)] = true
			continue
		}
		note(sub.Parameters, was.Parameters)
	}
	return nil
}

// sameSchemas returns an error if a schema differs between the servers, because no feature gate
// changes the types.
func sameSchemas(all, standard *discovery.Surface) error {
	for name, schema := range standard.Schemas {
		other := all.Schemas[name]
		if other == nil {
			return fmt.Errorf("the schema %s is there by default only", name)
		}
		if other != schema {
			return fmt.Errorf("the schema %s reads otherwise by default", name)
		}
	}
	return nil
}

// without returns the elements of a that are not in b.
func without(a, b []string) (out []string) {
	for _, s := range a {
		if !slices.Contains(b, s) {
			out = append(out, s)
		}
	}
	return out
}
