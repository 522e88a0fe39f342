package cluster

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// maxVersions limits the group-versions that are requested.
const maxVersions = 5000

// plain stores a plain /api, which lists versions, or /apis, which lists groups, without addresses.
// It reads the resources of each group-version.
func (r *recording) plain(ctx context.Context, req request, body []byte, into *[]byte) *requestError {
	var list struct {
		Versions []string `json:"versions"`
		Groups   []struct {
			Name     string `json:"name"`
			Versions []struct {
				Version string `json:"version"`
			} `json:"versions"`
		} `json:"groups"`
	}
	body, err := documents.WithoutAddresses(body)
	if err == nil {
		err = json.Unmarshal(body, &list)
	}
	if err != nil {
		f := notDiscovery(req, "")
		f.detail = err
		return f
	}
	r.mu.Lock()
	*into = body
	r.mu.Unlock()
	versions := slice.Map(list.Versions, func(v string) discovery.GroupVersion { return discovery.GroupVersion{Version: v} })
	for _, g := range list.Groups {
		if g.Name == "" {
			// Its versions would be taken for those of the core group.
			r.client.notes.warn("GET /apis lists a group without a name, which was left out")
			continue
		}
		for _, v := range g.Versions {
			versions = append(versions, discovery.GroupVersion{Group: g.Name, Version: v.Version})
		}
	}
	r.resourceLists(ctx, req, versions)
	return nil
}

// resourceLists reads an APIResourceList for each group-version that the response to from lists.
func (r *recording) resourceLists(ctx context.Context, from request, versions []discovery.GroupVersion) {
	asked := map[discovery.GroupVersion]bool{}
	var all sync.WaitGroup
	defer all.Wait()
	for _, gv := range versions {
		switch {
		case asked[gv]:
			continue
		case len(asked) == maxVersions:
			every := discovery.EveryNamed()
			if gv.Group == "" {
				every = discovery.EveryCore()
			}
			r.incomplete(discovery.PartResources, fmt.Sprintf("%s: it lists more than %d group-versions; the others were not read; find out why there are so many", from, maxVersions), every)
			return
		}
		asked[gv] = true
		if !hasNames(gv) {
			r.incomplete(discovery.PartResources, fmt.Sprintf("%s: it lists a group-version with an invalid name; find out who registered it", from), gv)
			continue
		}
		r.progress.Expect(1)
		all.Go(func() { r.resourceList(ctx, gv) })
	}
}

func (r *recording) resourceList(ctx context.Context, gv discovery.GroupVersion) {
	req := request{path: gv.Path(), accept: acceptJSON, gv: gv}
	out, f := r.ask(ctx, req)
	if f == nil {
		var kind string
		if kind, f = kindOf(req, out.body); f == nil && kind != "APIResourceList" {
			f = notDiscovery(req, kind)
		}
	}
	if f != nil {
		r.incomplete(discovery.PartResources, f.Error(), gv)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.set.ResourceLists == nil {
		r.set.ResourceLists = map[discovery.GroupVersion][]byte{}
	}
	r.set.ResourceLists[gv] = out.body
}

// hasNames reports whether the version, and the group if there is one, are valid in a path.
func hasNames(gv discovery.GroupVersion) bool {
	return isName(gv.Version) && (gv.Group == "" || isName(gv.Group))
}

// isName reports whether a group or version can be part of a path without escapes. Kubernetes
// allows fewer characters.
func isName(s string) bool {
	return s != "" && len(s) <= 253 && s != "." && s != ".." && strings.IndexFunc(s, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && !strings.ContainsRune(".-_", c)
	}) < 0
}
