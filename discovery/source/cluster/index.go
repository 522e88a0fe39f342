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
	// maxQuery is larger than the query of any hash: hashes have 128 digits.
	maxQuery = 1024
)

// indexed is one document of the index of /openapi/v3.
type indexed struct {
	gv          discovery.GroupVersion
	path, query string
	// hash identifies the content; "" if the index has none.
	hash string
	// refused is the reason why the document is not requested; "" if it is requested.
	refused string
}

// readIndex returns the documents of group-versions that the index lists, sorted. It ignores
// others, such as /version and complete groups. prefix is the path of the server's own address.
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

// alphaIndex reports whether a body is the index of 1.23, whose documents are not used.
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

// locate parses a URL of the index. It refuses one that is not an OpenAPI document: a snapshot must
// not contain a Secret. Like client-go, it adds the prefix of a workspace if it is missing.
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
