package snapshot

// settleForeign selects documents in a layout without a manifest. OpenAPI v3 is used instead of
// swagger v2, which has less information. Discovery is used only if it is complete, because
// resources of the missing half would look removed.
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
	openAPI := len(set.OpenAPIV3) > 0 || set.Swagger != nil
	if openAPI && !c.wholeDiscovery() {
		set.AggregatedAPI, set.AggregatedAPIs, set.APIVersions, set.GroupList = nil, nil, nil, nil
	}
	if set.APIVersions == nil && set.GroupList == nil {
		clear(set.ResourceLists)
	}
	if len(set.OpenAPIV3) > 0 {
		set.Swagger = nil
	}
	if !openAPI {
		c.missingHalf()
	}
}

// wholeDiscovery reports whether both halves of discovery exist, with the plain lists of all
// group-versions that have an OpenAPI document.
func (c *collector) wholeDiscovery() bool {
	set := &c.set
	if !c.halves(true) || !c.halves(false) {
		return false
	}
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

// halves reports whether discovery of the core group, or of all other groups, exists.
func (c *collector) halves(core bool) bool {
	if core {
		return c.set.AggregatedAPI != nil || c.set.APIVersions != nil
	}
	return c.set.AggregatedAPIs != nil || c.set.GroupList != nil
}

// missingHalf records the missing half of discovery if there are no OpenAPI documents.
func (c *collector) missingHalf() {
	for _, name := range []string{"discovery/api.json", "discovery/apis.json"} {
		if s, _ := place(name); !c.halves(s.part == partAPI) && c.broken[name] == "" {
			c.missing(s, name+" is missing")
		}
	}
}
