package documents

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/discovery/unjson"
)

// aggregated is an APIGroupDiscoveryList of apidiscovery.k8s.io v2 and v2beta1 (KEP-3352), with the
// used fields.
type aggregated struct {
	Kind  string `json:"kind"`
	Items []struct {
		Metadata struct {
			Name string `json:"name"`
		} `json:"metadata"`
		Versions []struct {
			Version   string               `json:"version"`
			Resources []aggregatedResource `json:"resources"`
			Freshness string               `json:"freshness"`
		} `json:"versions"`
	} `json:"items"`
}

type aggregatedResource struct {
	Resource         string                      `json:"resource"`
	ResponseKind     *discovery.GroupVersionKind `json:"responseKind"`
	Scope            string                      `json:"scope"`
	SingularResource string                      `json:"singularResource"`
	Verbs            []string                    `json:"verbs"`
	ShortNames       []string                    `json:"shortNames"`
	Categories       []string                    `json:"categories"`
	Subresources     []struct {
		Subresource  string                      `json:"subresource"`
		ResponseKind *discovery.GroupVersionKind `json:"responseKind"`
		Verbs        []string                    `json:"verbs"`
	} `json:"subresources"`
}

// addAggregated adds the resources of an APIGroupDiscoveryList. A version that is marked Stale has
// an old response of an aggregated server, or none, so it is recorded as unknown. A list without
// groups is an error.
func addAggregated(s *discovery.Surface, data []byte, request string) error {
	core := request == "GET /api"
	var list aggregated
	if err := json.Unmarshal(data, &list); err != nil {
		return fmt.Errorf("%s: not valid aggregated discovery: %w", request, unjson.Sentence(err))
	}
	if list.Kind != "APIGroupDiscoveryList" {
		return fmt.Errorf("%s: expected an APIGroupDiscoveryList, found kind %q", request, list.Kind)
	}
	if len(list.Items) == 0 && !core {
		return fmt.Errorf("%s: the response lists no groups, but every API server has some", request)
	}
	for _, item := range list.Items {
		group := item.Metadata.Name
		if (group == "") != core {
			return fmt.Errorf("%s: the response lists groups of another path: a proxy in front of the API server may have returned the wrong response", request)
		}
		if len(item.Versions) == 0 {
			unversioned(s, group)
		}
		for _, v := range item.Versions {
			addAggregatedVersion(s, discovery.GroupVersion{Group: group, Version: v.Version}, v.Freshness, v.Resources)
		}
		if g := s.Group(group); g != nil && len(item.Versions) > 0 {
			// Versions are in the server's order of preference.
			g.Preferred = item.Versions[0].Version
		}
	}
	return nil
}

// addAggregatedVersion adds a version. An unknown value of freshness may mean that the version is
// stale, so the version is recorded as unknown. A missing value means that it is current.
func addAggregatedVersion(s *discovery.Surface, gv discovery.GroupVersion, freshness string, resources []aggregatedResource) {
	reason := ""
	switch {
	case gv.Version == "":
		gv.Version, reason = discovery.Wildcard, "discovery lists a version of it without a name: a proxy in front of the API server may have changed the response"
	case freshness == "Stale":
		reason = "discovery is stale: the API server cannot reach the server behind " + gv.String() + "; see `kubectl get apiservice " + phrase.Word(gv.Version+"."+gv.Group) + "`"
	case freshness != "" && freshness != "Current":
		reason = "discovery does not state whether it is current or stale, so it is treated as unknown"
	}
	if reason != "" {
		s.AddIncomplete(discovery.PartResources, reason, gv)
		return
	}
	out := s.AddGroupVersion(gv)
	for _, r := range resources {
		// A server for custom metrics without metrics lists "/custommetrics", which kube-aggregator
		// takes for a subresource of a resource without a name.
		if r.Resource != "" {
			out.Resources = append(out.Resources, r.resource(gv))
		}
	}
	repeated(s, gv, out)
}

// repeated records that a resource is listed twice with different facts. Servers never do that.
func repeated(s *discovery.Surface, gv discovery.GroupVersion, v *discovery.Version) {
	first := map[string]*discovery.Resource{}
	for r := range slice.Each(v.Resources) {
		twin, known := first[r.Name]
		if known && !reflect.DeepEqual(twin, r) {
			s.AddIncomplete(discovery.PartResources, "discovery lists "+phrase.Word(r.Name)+" twice, with different facts: a proxy in front of the API server may have changed the response", gv)
			return
		}
		first[r.Name] = r
	}
}

// unversioned records that the versions of a group are unknown. API servers never list a group
// without versions.
func unversioned(s *discovery.Surface, group string) {
	s.AddIncomplete(discovery.PartResources, "discovery lists it without a version: a proxy in front of the API server may have changed the response",
		discovery.GroupVersion{Group: group, Version: discovery.Wildcard})
}

func (a aggregatedResource) resource(gv discovery.GroupVersion) discovery.Resource {
	r := discovery.Resource{
		Name: a.Resource, Singular: a.SingularResource, Scope: discovery.Scope(a.Scope),
		ShortNames: a.ShortNames, Categories: a.Categories, Verbs: slices.Compact(slices.Sorted(slices.Values(a.Verbs))),
	}
	r.Kind, r.KindGroupVersion = in(gv, a.ResponseKind)
	for _, sub := range a.Subresources {
		out := discovery.Subresource{Name: sub.Subresource, Verbs: slices.Compact(slices.Sorted(slices.Values(sub.Verbs)))}
		out.Kind, out.KindGroupVersion = in(gv, sub.ResponseKind)
		r.Subresources = append(r.Subresources, out)
	}
	return r
}

// in returns the kind, and its group-version if it is not gv. Servers omit a group and version that
// are those of the URL.
func in(gv discovery.GroupVersion, k *discovery.GroupVersionKind) (string, *discovery.GroupVersion) {
	if k == nil {
		return "", nil
	}
	own := k.GroupVersion()
	if own == gv || own == (discovery.GroupVersion{}) {
		return k.Kind, nil
	}
	return k.Kind, &own
}
