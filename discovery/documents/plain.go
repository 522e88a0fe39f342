package documents

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/unjson"
)

type groupList struct {
	Kind     string   `json:"kind"`
	Versions []string `json:"versions"` // of APIVersions
	Groups   []struct {
		Name             string           `json:"name"`
		Versions         []versionOfGroup `json:"versions"`
		PreferredVersion versionOfGroup   `json:"preferredVersion"`
	} `json:"groups"`
}

type versionOfGroup struct {
	Version string `json:"version"`
}

type resourceList struct {
	Kind         string          `json:"kind"`
	GroupVersion string          `json:"groupVersion"`
	Resources    []plainResource `json:"resources"`
}

type plainResource struct {
	discovery.GroupVersionKind

	Name         string   `json:"name"`
	SingularName string   `json:"singularName"`
	Namespaced   bool     `json:"namespaced"`
	Verbs        []string `json:"verbs"`
	ShortNames   []string `json:"shortNames"`
	Categories   []string `json:"categories"`
}

// addCoreVersions adds the versions of a plain /api.
func addCoreVersions(s *discovery.Surface, data []byte, lists map[discovery.GroupVersion][]byte) error {
	var doc groupList
	if err := json.Unmarshal(data, &doc); err != nil {
		return fmt.Errorf("GET /api: not valid JSON: %w", unjson.Sentence(err))
	}
	if doc.Kind != "APIVersions" {
		return fmt.Errorf("GET /api: expected APIVersions, found kind %q", doc.Kind)
	}
	for i, v := range doc.Versions {
		addResourceList(s, discovery.GroupVersion{Version: v}, lists)
		if g := s.Group(""); g != nil && i == 0 {
			g.Preferred = v
		}
	}
	return nil
}

// addGroups adds the groups and versions of a plain /apis.
func addGroups(s *discovery.Surface, data []byte, lists map[discovery.GroupVersion][]byte) error {
	var doc groupList
	if err := json.Unmarshal(data, &doc); err != nil {
		return fmt.Errorf("GET /apis: not valid JSON: %w", unjson.Sentence(err))
	}
	if doc.Kind != "APIGroupList" {
		return fmt.Errorf("GET /apis: expected an APIGroupList, found kind %q", doc.Kind)
	}
	if len(doc.Groups) == 0 {
		return fmt.Errorf("GET /apis: the response lists no groups, but every API server has some")
	}
	for _, g := range doc.Groups {
		if len(g.Versions) == 0 && g.Name != "" {
			unversioned(s, g.Name)
		}
		for _, v := range g.Versions {
			addResourceList(s, discovery.GroupVersion{Group: g.Name, Version: v.Version}, lists)
		}
		if out := s.Group(g.Name); out != nil {
			out.Preferred = g.PreferredVersion.Version
		}
	}
	return nil
}

// addResourceList adds one group-version. If its list is missing or invalid, the group-version is
// recorded as unknown, unless the recorder has recorded it already.
func addResourceList(s *discovery.Surface, gv discovery.GroupVersion, lists map[discovery.GroupVersion][]byte) {
	if _, known := s.Unknown(gv, discovery.PartResources); known {
		return
	}
	var doc resourceList
	data, ok := lists[gv]
	reason := ""
	if !ok {
		reason = "it is listed, but its resources were not recorded"
	} else if err := json.Unmarshal(data, &doc); err != nil {
		reason = "its list of resources is not valid JSON: " + unjson.Sentence(err).Error()
	} else if doc.Kind != "APIResourceList" {
		reason = fmt.Sprintf("expected an APIResourceList, found kind %q", doc.Kind)
	} else if doc.GroupVersion != "" && doc.GroupVersion != gv.String() {
		reason = fmt.Sprintf("its list of resources is that of %q: a proxy in front of the API server may have returned the wrong response", doc.GroupVersion)
	}
	if reason != "" {
		s.AddIncomplete(discovery.PartResources, reason, gv)
		return
	}
	v := s.AddGroupVersion(gv)
	for _, item := range doc.Resources {
		if !strings.Contains(item.Name, "/") {
			v.Resources = append(v.Resources, item.resource(gv))
		}
	}
	repeated(s, gv, v)
	for _, item := range doc.Resources {
		name, sub, isSub := strings.Cut(item.Name, "/")
		if !isSub || name == "" { // "/custommetrics" of a server for custom metrics
			continue
		}
		of := item.resource(gv)
		r := v.Resource(name)
		if r == nil {
			// A few servers list a subresource without its resource.
			v.Resources = append(v.Resources, discovery.Resource{Name: name, Scope: of.Scope})
			r = &v.Resources[len(v.Resources)-1]
		}
		r.Subresources = append(r.Subresources, discovery.Subresource{Name: sub, Kind: of.Kind, KindGroupVersion: of.KindGroupVersion, Verbs: of.Verbs})
	}
}

func (item plainResource) resource(gv discovery.GroupVersion) discovery.Resource {
	r := discovery.Resource{
		Name: item.Name, Singular: item.SingularName, Scope: discovery.Cluster,
		ShortNames: item.ShortNames, Categories: item.Categories, Verbs: slices.Sorted(slices.Values(item.Verbs)),
	}
	if item.Namespaced {
		r.Scope = discovery.Namespaced
	}
	r.Kind, r.KindGroupVersion = in(gv, &item.GroupVersionKind)
	return r
}
