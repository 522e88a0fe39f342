package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/unjson"
)

// swaggerPath is the only OpenAPI document of servers without OpenAPI v3.
const swaggerPath = "/openapi/v2"

// schemas reads the OpenAPI v3 documents of the index. Without an index it reads v2.
func (r *recording) schemas(ctx context.Context) {
	req := request{path: indexPath, accept: acceptJSON}
	out, f := r.ask(ctx, req)
	if f != nil && f.status == http.StatusNotFound {
		r.swagger(ctx)
		return
	}
	var index []indexed
	if f == nil {
		var err error
		index, err = readIndex(out.body, r.client.base.Path)
		if err == nil && len(index) == 0 && !alphaIndex(out.body) {
			err = errors.New("it lists no group-version")
		}
		if err != nil {
			f = &requestError{request: req, status: http.StatusOK, problem: "the response is not an index of OpenAPI documents", advice: "is this the address of a Kubernetes API server?", detail: err}
		}
	}
	r.mu.Lock()
	r.indexed = f == nil && len(index) > 0
	r.indexedCore = slices.ContainsFunc(index, func(d indexed) bool { return d.gv.Group == "" })
	r.mu.Unlock()
	switch {
	case f != nil:
		r.incomplete(discovery.PartSchemas, f.Error(), discovery.EveryCore(), discovery.EveryNamed())
	case len(index) == 0:
		r.swagger(ctx)
	default:
		r.documents(ctx, index)
	}
}

func (r *recording) swagger(ctx context.Context) {
	r.progress.Expect(1)
	out, f := r.ask(ctx, request{path: swaggerPath, accept: acceptJSON, lenient: true})
	if f != nil && f.status == http.StatusNotFound {
		f.problem = "there are no OpenAPI documents, neither here nor at " + indexPath
		f.advice = "the fields cannot be compared: is there a proxy in front of the API server that hides them?"
	}
	if f != nil {
		r.incomplete(discovery.PartSchemas, f.Error(), discovery.EveryCore(), discovery.EveryNamed())
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.set.Swagger = out.body
}

func (r *recording) documents(ctx context.Context, index []indexed) {
	var all sync.WaitGroup
	defer all.Wait()
	for i, d := range index {
		if i == maxVersions {
			r.incomplete(discovery.PartSchemas, "GET "+indexPath+": it lists more documents than kubedelta reads; find out why there are so many", discovery.EveryCore(), discovery.EveryNamed())
			return
		}
		if d.refused != "" {
			r.incomplete(discovery.PartSchemas, "GET "+indexPath+": "+d.refused+"; find out which server serves this group-version", d.gv)
			continue
		}
		r.progress.Expect(1)
		all.Go(func() { r.document(ctx, d) })
	}
}

func (r *recording) document(ctx context.Context, d indexed) {
	defer r.progress.Finish()
	req := request{path: d.path, query: d.query, accept: acceptJSON, gv: d.gv, lenient: true}
	body, err := r.find(ctx, req, d.hash)
	if err != nil {
		var f *requestError
		if !errors.As(err, &f) {
			f = r.ended(ctx, req)
		}
		part := discovery.PartSchemas
		if f.replaced { // then discovery may be changed, too
			part = discovery.PartResources
		}
		r.incomplete(part, f.Error(), d.gv)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.set.OpenAPIV3 == nil {
		r.set.OpenAPIV3 = map[discovery.GroupVersion][]byte{}
	}
	r.set.OpenAPIV3[d.gv] = body
}

// find returns a document from memory, from the cache on disk, or from the server. A document
// without a hash is always downloaded.
func (r *recording) find(ctx context.Context, req request, hash string) ([]byte, error) {
	if hash == "" {
		out, f := r.get(ctx, req)
		if f != nil {
			return nil, f
		}
		return out.body, nil
	}
	k, asked := key{server: r.client.identity, path: req.path, hash: hash}, false
	body, err := r.client.options.Store.get(ctx, k, func() (kept, error) {
		if body, s, ok := r.client.cache.load(k); ok {
			if !r.budget.take(int64(len(body))) {
				return kept{}, r.client.tooLarge(req, errTotalTooLarge)
			}
			return kept{body: body, scope: s}, nil
		}
		asked = true
		out, f := r.get(ctx, req)
		if f != nil {
			return kept{}, f
		}
		s := scopeOf(k, out)
		r.client.cache.save(k, s, out.body)
		return kept{body: out.body, scope: s}, nil
	})
	if err != nil || asked || !changes(req.gv) {
		return body, err
	}
	req.unless = hash
	out, f := r.get(ctx, req)
	switch {
	case f != nil:
		return nil, f
	case out.unchanged:
		return body, nil
	default:
		return out.body, nil
	}
}

// changes reports whether a document may change while the API server runs: those of custom
// resources and aggregated servers, whose groups have a domain. The aggregator lists the earlier
// hash for up to a minute (kube-aggregator, pkg/controllers/openapiv3).
func changes(gv discovery.GroupVersion) bool {
	return strings.Contains(gv.Group, ".") && !slices.Contains(strings.Fields(ownGroups), gv.Group)
}

// ownGroups are the groups with a domain that the API server itself serves. Source: kubernetes,
// pkg/controlplane/instance.go. A group that is not in the list costs one more request.
const ownGroups = `admissionregistration.k8s.io apiextensions.k8s.io apiregistration.k8s.io authentication.k8s.io
	authorization.k8s.io certificates.k8s.io coordination.k8s.io discovery.k8s.io events.k8s.io
	flowcontrol.apiserver.k8s.io internal.apiserver.k8s.io lifecycle.k8s.io networking.k8s.io node.k8s.io rbac.authorization.k8s.io
	resource.k8s.io scheduling.k8s.io storage.k8s.io storagemigration.k8s.io`

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
		gv, _, ok := discovery.ParsePath(name) // "api/v1", "apis/apps/v1"
		if !ok || gv.Path() != "/"+name || !hasNames(gv) {
			continue
		}
		item.ServerRelativeURL = cmp.Or(item.ServerRelativeURL, indexPath+"/"+name)
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

// locate parses a URL of the index. It refuses one that is not an OpenAPI document: a snapshot must
// not contain a Secret. Like client-go, it adds the prefix of a workspace if it is missing.
func locate(serverRelative, prefix string) indexed {
	u, err := url.Parse(serverRelative)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || u.Opaque != "" || u.Fragment != "" {
		return indexed{refused: "the index specifies a URL for it that is not on the server"}
	}
	at := strings.TrimPrefix(u.Path, prefix)
	if !strings.HasPrefix(at, "/") || path.Clean(at) != at || !strings.Contains(at, indexPath+"/") || len(u.RawQuery) > maxQuery {
		return indexed{refused: "the index specifies a URL for it that is not the URL of an OpenAPI document"}
	}
	return indexed{path: at, query: u.RawQuery, hash: u.Query().Get("hash")}
}
