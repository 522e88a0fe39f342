package cluster

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/crd"
	"github.com/kubedelta/kubedelta/discovery/source/paging"
)

const (
	definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
	// definitionsPage limits a page: a definition with its schemas may have half a megabyte.
	definitionsPage = "limit=50"
)

// customResources reads the definitions of custom resources. Listing them takes an additional
// permission, so a 403 response is recorded as unstated, not as incomplete.
func (r *recording) customResources(ctx context.Context) {
	var all [][]byte
	for page, f := range r.pages(ctx, request{path: definitionsPath, query: definitionsPage, accept: acceptJSON}, definitionsOf) {
		if f != nil {
			if f.status == http.StatusForbidden {
				f.advice = "the user lacks the verb list on customresourcedefinitions.apiextensions.k8s.io"
			}
			r.mu.Lock()
			r.noDefinitions = f
			r.mu.Unlock()
			return
		}
		all = append(all, page)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.set.CustomResources = slices.Concat([]byte(`{"apiVersion":"v1","kind":"List","items":[`), bytes.Join(all, []byte(",")), []byte("]}"))
}

// definitionsOf reads a page of definitions. It returns an error if any item is not a definition.
func definitionsOf(body []byte) (reduced []byte, page paging.Page, err error) {
	if _, page, err = pageOf(body); err == nil {
		reduced, err = crd.Reduce(body)
	}
	if err != nil {
		err = errors.New("the response is not a list of CustomResourceDefinitions")
	}
	return reduced, page, err
}

// tellDefinitions records, after discovery was read, what is unknown without the definitions. Only
// an error other than 403 makes the surface incomplete.
func (r *recording) tellDefinitions() {
	f := r.noDefinitions
	name := []byte(`"customresourcedefinitions"`)
	serves := bytes.Contains(r.set.AggregatedAPIs, name) || bytes.Contains(r.set.ResourceLists[definitionsVersion()], name)
	if f == nil || f.status == http.StatusNotFound && !serves {
		return
	}
	r.set.Unstated = append(r.set.Unstated, discovery.Unstated{
		What: "stored versions, conversion, columns and deprecation of custom resources", Why: f.Error(),
	})
	if f.status != http.StatusForbidden {
		r.set.Incomplete = append(r.set.Incomplete, discovery.Incomplete{GroupVersion: definitionsVersion(), Part: discovery.PartSchemas, Reason: f.Error()})
	}
}

func definitionsVersion() discovery.GroupVersion {
	return discovery.GroupVersion{Group: "apiextensions.k8s.io", Version: "v1"}
}
