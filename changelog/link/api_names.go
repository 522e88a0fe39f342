package link

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// apiNames has the names in both surfaces.
type apiNames struct {
	// owners counts, for each property, the types that have a property of that name. The types of
	// different versions count once.
	owners map[string]int
	// before has the versions in which the old side had a kind, by group and kind.
	before map[[2]string][]string
	// groups has the groups of each kind, on either side.
	groups map[string][]string
	// fields are the names of all properties, in lower case.
	fields map[string]bool
	// types are the short names of the old side's schemas, and the feature gates of their fields.
	types map[string]bool
}

func newAPINames(in *Input) *apiNames {
	api := &apiNames{owners: map[string]int{}, before: map[[2]string][]string{}, groups: map[string][]string{}, types: map[string]bool{}, fields: map[string]bool{}}
	seen := map[[2]string]bool{}
	for _, side := range [...]*discovery.Surface{in.Old, in.New} {
		for name, schema := range side.Schemas {
			short := name[strings.LastIndexByte(name, '.')+1:]
			if schema == nil {
				continue
			}
			if side == in.Old {
				api.types[short] = true
			}
			for _, p := range schema.Properties {
				if side == in.Old && p.Schema != nil {
					for _, gate := range p.Schema.Facts.Gates {
						api.types[gate] = true
					}
				}
				if k := [2]string{short, p.Name}; !seen[k] {
					seen[k] = true
					api.owners[k[1]]++
					api.fields[fold(k[1])] = true
				}
			}
		}
	}
	kinds(in.Old, api.before)
	now := maps.Clone(api.before)
	kinds(in.New, now)
	for k := range now {
		api.groups[k[1]] = append(api.groups[k[1]], k[0])
	}
	return api
}

func kinds(side *discovery.Surface, into map[[2]string][]string) {
	for gv, r := range side.EachResource() {
		k := [2]string{gv.Group, r.Kind}
		into[k] = append(into[k], gv.Version)
	}
}

// sharesName reports whether a type has the name of a kind of other groups only. A note that names
// ResourceClaim means the kind, not the type of a container's list.
func (api *apiNames) sharesName(owner, group string) bool {
	groups := api.groups[owner]
	return len(groups) > 0 && !slices.Contains(groups, group)
}

// newTypes returns the types below a schema whose names no schema had before.
func (api *apiNames) newTypes(in *Input, gv discovery.GroupVersion, name string, depth int) (out []string) {
	schema := in.New.Schema(gv, name)
	if schema == nil || depth == 0 {
		return nil
	}
	for i := range schema.Properties {
		p := schema.Properties[i].Schema
		for p != nil && p.Ref == "" {
			p = cmp.Or(p.Items, p.AdditionalProperties)
		}
		if p == nil {
			continue
		}
		if short := p.Ref[strings.LastIndexByte(p.Ref, '.')+1:]; !api.types[short] {
			out = append(out, short)
			out = append(out, api.newTypes(in, gv, p.Ref, depth-1)...)
		}
	}
	return out
}
