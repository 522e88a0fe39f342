package github

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/source/github/client"
	"github.com/kubedelta/kubedelta/discovery/source/snapshot"
)

// Read reads the documents of a tag, "v1.36.0". The manifest's AllServed is true, because the
// documents are from a server with every API enabled.
func Read(ctx context.Context, tag string, o Options) (*documents.Set, snapshot.Manifest, error) {
	if !validTag(tag) {
		return nil, snapshot.Manifest{}, fmt.Errorf("%q is not the name of a tag; a tag looks like v1.30.2", client.Clip(tag))
	}
	r, err := newReader(o)
	if err != nil {
		return nil, snapshot.Manifest{}, fmt.Errorf("github:%s: %w", tag, err)
	}
	ctx, cancel := client.WithTimeout(ctx, cmp.Or(o.Timeout, 2*time.Minute))
	defer cancel()
	set, m, err := r.read(ctx, tag)
	if err != nil {
		return nil, snapshot.Manifest{}, r.explain(ctx, tag, err)
	}
	return set, m, nil
}

func (r *reader) read(ctx context.Context, tag string) (*documents.Set, snapshot.Manifest, error) {
	l, err := r.listing(ctx, tag)
	if err != nil {
		return nil, snapshot.Manifest{}, err
	}
	chosen := choose(l.Files)
	if len(chosen) == 0 {
		return nil, snapshot.Manifest{}, errors.New("the tag has no OpenAPI documents: neither api/openapi-spec/v3/ nor api/openapi-spec/swagger.json, which Kubernetes has from 1.5 on")
	}
	files, err := r.blobs(ctx, l.Commit, chosen)
	if err != nil {
		return nil, snapshot.Manifest{}, err
	}
	set, m, err := snapshot.Assemble(files)
	if err != nil {
		return nil, snapshot.Manifest{}, err
	}
	m.Source, m.SourceKind, m.AllServed = "github:"+tag, discovery.SourceGitHub, true
	if set.Version = version(tag); set.Version != nil {
		m.GitVersion = tag
	}
	return set, m, nil
}

// version returns a body of /version with the tag, because the documents of the repository have the
// version "unversioned". It returns nil for a tag that is not a release.
func version(tag string) []byte {
	if _, err := discovery.ParseRelease(tag); err != nil || !strings.HasPrefix(tag, "v") {
		return nil
	}
	data, _ := json.Marshal(map[string]string{"gitVersion": tag}) // a valid tag is valid text
	return data
}

// validTag reports whether git accepts the tag, and whether it is a plain path in a URL.
func validTag(tag string) bool {
	for part := range strings.SplitSeq(tag, "/") {
		if !client.ValidName(part) || strings.Contains(part, "..") || strings.HasPrefix(part, "-") {
			return false
		}
	}
	return len(tag) <= 200
}

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
