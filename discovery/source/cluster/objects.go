package cluster

import (
	"context"
	"errors"
	"iter"
	"math"
	"net/http"
	"net/url"
	"slices"
	"sync"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/paging"
)

// objectsPage limits a page of a list of objects.
const objectsPage = "limit=250"

// Objects lists the objects of every resource, in the version that the server prefers, and passes
// each page to visit, in order. Resources that cannot be listed are passed to unread with the
// reason. Events are not listed: there are many, and nobody writes them by hand. visit and unread
// are not called concurrently.
func (c *Client) Objects(ctx context.Context, s *discovery.Surface, visit func(list []byte) error, unread func(group, kind, reason string)) error {
	r := c.recording(c.options.Parallel, math.MaxInt64)
	limited, cancel := c.TimeLimit(ctx)
	defer cancel()
	var all sync.WaitGroup
	var mu sync.Mutex
	for _, l := range listable(s) {
		all.Go(func() {
			for page, f := range r.pages(limited, request{path: l.path, query: objectsPage, accept: acceptJSON}, pageOf) {
				mu.Lock()
				reason := ""
				if f != nil {
					if f.status == http.StatusForbidden {
						f.advice = "the user lacks the verb list on this resource"
					}
					reason = f.Error()
				} else if err := visit(page); err != nil {
					reason = err.Error()
				}
				if reason != "" {
					unread(l.group, l.kind, reason)
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return ctx.Err()
}

// resourceToList is a resource whose objects can be listed.
type resourceToList struct{ group, kind, path string }

// listable returns, for each resource of each group, the first version in the server's order of
// preference.
func listable(s *discovery.Surface) (lists []resourceToList) {
	for _, g := range s.Groups {
		seen := map[string]bool{}
		for _, v := range g.Versions {
			base := discovery.GroupVersion{Group: g.Name, Version: v.Name}.Path() + "/"
			for _, r := range v.Resources {
				if seen[r.Name] || !slices.Contains(r.Verbs, "list") || !isName(r.Name) {
					continue
				}
				seen[r.Name] = true
				if r.Name != "events" {
					lists = append(lists, resourceToList{g.Name, r.Kind, base + r.Name})
				}
			}
		}
	}
	return lists
}

// pages reads a list page by page. It ends after an error. The query of req limits a page. read
// checks the body of a page and returns what is kept of it.
func (r *recording) pages(ctx context.Context, req request, read func(body []byte) ([]byte, paging.Page, error)) iter.Seq2[[]byte, *requestError] {
	return func(yield func([]byte, *requestError) bool) {
		var walk paging.Pages
		limit := req.query
		for {
			out, f := r.ask(ctx, req)
			if f != nil {
				yield(nil, f)
				return
			}
			body, page, err := read(out.body)
			if err == nil && !yield(body, nil) {
				return
			}
			if err == nil {
				err = walk.Next(page)
			}
			if err != nil {
				yield(nil, &requestError{request: req, status: http.StatusOK, problem: err.Error()})
				return
			}
			if page.Continue == "" {
				return
			}
			r.progress.Expect(1)
			req.query = limit + "&continue=" + url.QueryEscape(page.Continue)
		}
	}
}

// pageOf checks that a body is a list of objects, and describes the page.
func pageOf(body []byte) ([]byte, paging.Page, error) {
	var list struct {
		Kind     string      `json:"kind"`
		Metadata paging.Page `json:"metadata"`
		Items    *[]struct {
			Metadata struct {
				Name      string `json:"name"`
				Namespace string `json:"namespace"`
			} `json:"metadata"`
		} `json:"items"`
	}
	if json.Unmarshal(body, &list) != nil || list.Items == nil || list.Kind == "Status" || list.Kind == "Table" {
		return nil, paging.Page{}, errors.New("the response is not a list of objects")
	}
	page := list.Metadata
	page.Objects, page.Bytes = len(*list.Items), int64(len(body))
	if page.Objects > 0 {
		first := (*list.Items)[0].Metadata
		page.First = first.Namespace + "/" + first.Name
	}
	return body, page, nil
}
