package snapshot

import (
	"maps"
	"slices"
)

// settleForeign selects documents in a layout without a manifest: OpenAPI v3 before swagger v2,
// which has less. Half of discovery is not used: resources of the other half would look removed.
func (c *collector) settleForeign() {
	set := &c.set
	if set.AggregatedAPIs == nil {
		set.AggregatedAPIs = c.beta
	}
	if set.AggregatedAPI != nil {
		set.APIVersions = nil
	}
	if set.AggregatedAPIs != nil {
		set.GroupList = nil
	}
	core, others := set.AggregatedAPI != nil || set.APIVersions != nil, set.AggregatedAPIs != nil || set.GroupList != nil
	openAPI := len(set.OpenAPIV3) > 0 || set.Swagger != nil
	if openAPI && (!core || !others || !c.listed()) {
		set.AggregatedAPI, set.AggregatedAPIs, set.APIVersions, set.GroupList = nil, nil, nil, nil
	}
	if set.APIVersions == nil && set.GroupList == nil {
		clear(set.ResourceLists)
	}
	if len(set.OpenAPIV3) > 0 {
		set.Swagger = nil
	}
	if !openAPI {
		has := map[string]bool{"discovery/api.json": core, "discovery/apis.json": others}
		for _, name := range slices.Sorted(maps.Keys(has)) {
			if s, _ := place(name); !has[name] && c.broken[name] == "" {
				c.missing(s, name+" is missing")
			}
		}
	}
}

// listed reports whether plain discovery has the lists of all group-versions that have an OpenAPI
// document.
func (c *collector) listed() bool {
	set := &c.set
	for gv := range set.OpenAPIV3 {
		plain := set.GroupList != nil
		if gv.Group == "" {
			plain = set.APIVersions != nil
		}
		if _, listed := set.ResourceLists[gv]; plain && !listed {
			return false
		}
	}
	return true
}
