package cluster

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/crd"
)

const (
	definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
	// definitionsPage bounds one answer: a definition with its schemas may have
	// half a megabyte.
	definitionsPage = "limit=50"
	// maxDefinitionPages bounds how long a server can make us ask.
	maxDefinitionPages = 200
)

// customResources reads the definitions of custom resources, which alone tell
// their stored versions, conversion and deprecation. Reading them takes a
// permission that the rest does not, so that doing without is no loss of what
// was asked for: it is told as such.
func (r *recording) customResources(ctx context.Context) {
	var pages [][]byte
	query := definitionsPage
	for range maxDefinitionPages {
		out, f := r.ask(ctx, request{path: definitionsPath, query: query, accept: acceptJSON})
		if f != nil {
			r.withoutDefinitions(f)
			return
		}
		page, next, err := crd.Reduce(out.body)
		if err != nil {
			r.withoutDefinitions(&requestError{request: request{path: definitionsPath}, problem: "the answer is no list of CustomResourceDefinitions"})
			return
		}
		pages = append(pages, page)
		if next == "" {
			r.mu.Lock()
			r.set.CustomResources = asList(pages)
			r.mu.Unlock()
			return
		}
		r.progress.Expect(1)
		query = definitionsPage + "&continue=" + url.QueryEscape(next)
	}
	r.withoutDefinitions(&requestError{request: request{path: definitionsPath}, problem: "the list has no end"})
}

// asList makes one JSON document of all pages.
func asList(pages [][]byte) []byte {
	return slices.Concat([]byte(`{"apiVersion":"v1","kind":"List","items":[`), bytes.Join(pages, []byte(",")), []byte("]}"))
}

// withoutDefinitions notes why there are none. A server without custom resources
// has nothing to tell of them.
func (r *recording) withoutDefinitions(f *requestError) {
	if f.status == http.StatusNotFound {
		return
	}
	if f.status == http.StatusForbidden {
		f.advice = "the user lacks the verb list on customresourcedefinitions.apiextensions.k8s.io"
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.set.Untold = append(r.set.Untold, discovery.Untold{
		What: "stored versions, conversion, columns and deprecation of custom resources", Why: f.Error(),
	})
}
