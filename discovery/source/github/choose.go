package github

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/source/snapshot"
)

const (
	folderV3      = "api/openapi-spec/v3/"
	fileSwagger   = "api/openapi-spec/swagger.json"
	fileCore      = "api/discovery/api.json"
	fileCoreList  = "api/discovery/api__v1.json"
	fileGroups    = "api/discovery/aggregated_v2.json"
	fileGroupsOld = "api/discovery/aggregated_v2beta1.json"
)

// choose selects the OpenAPI v3 documents, or swagger if there are none, and discovery, which adds
// short names, categories and preferred versions, if three files contain all of it (from 1.27 on).
func choose(files []blobEntry) (chosen []blobEntry) {
	byPath := map[string]blobEntry{}
	for _, f := range files {
		byPath[f.Path] = f
		if strings.HasPrefix(f.Path, folderV3) && snapshot.Reads(f.Path) {
			chosen = append(chosen, f)
		}
	}
	if len(chosen) == 0 {
		if swagger, ok := byPath[fileSwagger]; ok {
			chosen = append(chosen, swagger)
		}
		return chosen
	}
	groups, ok := byPath[fileGroups]
	if !ok {
		groups = byPath[fileGroupsOld]
	}
	core, list := byPath[fileCore], byPath[fileCoreList]
	if groups.SHA != "" && core.SHA != "" && list.SHA != "" {
		chosen = append(chosen, groups, core, list)
	}
	order.By(chosen, func(a, b blobEntry) int { return strings.Compare(a.Path, b.Path) })
	return chosen
}
