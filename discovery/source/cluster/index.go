package cluster

import (
	"fmt"
	"net/url"
	"path"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/unjson"
)

const (
	indexPath = "/openapi/v3"
	// maxQuery is more than any hash takes: they have 128 digits.
	maxQuery = 1024
)

// indexed is one document of the index of /openapi/v3.
type indexed struct {
	gv          discovery.GroupVersion
	path, query string
	// hash names the content; "" if the server gives none.
	hash string
	// refused says why the document is not asked for; "" if it is.
	refused string
}

// readIndex reads the index, sorted by group-version. What it lists besides
// group-versions is passed over: the documents of /version, of whole groups.
// prefix is the path that the server's own address has.
func readIndex(body []byte, prefix string) ([]indexed, error) {
	var index struct {
		Paths map[string]struct {
			ServerRelativeURL string `json:"serverRelativeURL"`
		} `json:"paths"`
	}
	if err := json.Unmarshal(body, &index); err != nil {
		return nil, fmt.Errorf("not an index of OpenAPI documents: %w", unjson.Sentence(err))
	}
	var out []indexed
	for name, item := range index.Paths {
		gv, ok := indexedVersion(name)
		if !ok {
			continue
		}
		if item.ServerRelativeURL == "" {
			item.ServerRelativeURL = indexPath + "/" + name
		}
		d := locate(item.ServerRelativeURL, prefix)
		d.gv = gv
		out = append(out, d)
	}
	order.By(out, func(a, b indexed) int { return discovery.CompareGroupVersion(a.gv, b.gv) })
	return out, nil
}

// alphaIndex reports whether a body is the index of 1.23, whose documents are not read.
func alphaIndex(body []byte) bool {
	var index struct {
		Paths []string `json:"Paths"`
	}
	return json.Unmarshal(body, &index) == nil && index.Paths != nil
}

// indexedVersion reads "api/v1" and "apis/apps/v1".
func indexedVersion(name string) (discovery.GroupVersion, bool) {
	gv, _, ok := discovery.ParsePath(name)
	return gv, ok && gv.Path() == "/"+name && hasNames(gv)
}

// locate reads the URL that the index gives. It must stay on the server, and
// within its OpenAPI documents: what is fetched is recorded, and nobody wants a
// Secret in a snapshot. Like client-go, it puts the prefix before a path that
// begins at /openapi, and takes others (a workspace's) as they are.
func locate(serverRelative, prefix string) indexed {
	u, err := url.Parse(serverRelative)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || u.Opaque != "" || u.Fragment != "" {
		return indexed{refused: "the index gives it a URL that is not on the server"}
	}
	at := strings.TrimPrefix(u.Path, prefix)
	if !strings.HasPrefix(at, "/") || path.Clean(at) != at || !strings.Contains(at, indexPath+"/") || len(u.RawQuery) > maxQuery {
		return indexed{refused: "the index gives it a URL that is not one of an OpenAPI document"}
	}
	return indexed{path: at, query: u.RawQuery, hash: u.Query().Get("hash")}
}
