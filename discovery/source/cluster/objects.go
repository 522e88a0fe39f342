package cluster

import (
	"context"
	"math"
	"net/url"
	"slices"
	"sync"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
)

// objectsPage bounds one answer of a list of objects.
const objectsPage = "limit=250"

// Objects lists the objects of every resource that the surface shows, in the
// version that the server prefers, and hands over each page as the server sent
// it. Pages of one resource come in order, those of several in any, one at a
// time. Resources that cannot be listed are handed to unread with the reason.
//
// Events are not read: there are many, and nobody writes them by hand. They are
// unread too.
func (c *Client) Objects(ctx context.Context, s *discovery.Surface, visit func(list []byte) error, unread func(group, kind, reason string)) error {
	r := &recording{client: c, slots: make(slots, c.options.Parallel), abandon: func(error) {}}
	r.budget.left.Store(math.MaxInt64)
	limited, cancel := context.WithTimeoutCause(ctx, c.options.TimeLimit, errTimeLimit)
	defer cancel()
	var all sync.WaitGroup
	var mu sync.Mutex
	for _, l := range listable(s) {
		all.Go(func() {
			for page, f := range r.pages(limited, l.path) {
				mu.Lock()
				reason := ""
				if f != nil {
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

// listable picks, of each resource of each group, the first version in the
// server's order of preference.
func listable(s *discovery.Surface) (lists []resourceToList) {
	for _, g := range s.Groups {
		seen := map[string]bool{}
		for _, v := range g.Versions {
			base := "/apis/" + g.Name + "/" + v.Name + "/"
			if g.Name == "" {
				base = "/api/" + v.Name + "/"
			}
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

// pages reads a list page by page; a failure ends it.
func (r *recording) pages(ctx context.Context, path string) func(func([]byte, *requestError) bool) {
	return func(yield func([]byte, *requestError) bool) {
		query := objectsPage
		for {
			out, f := r.get(ctx, request{path: path, query: query, accept: acceptJSON, lenient: true})
			if f != nil {
				if f.status == 403 {
					f.advice = "the user lacks the verb list on this resource"
				}
				yield(nil, f)
				return
			}
			var page struct {
				Metadata struct {
					Continue string `json:"continue"`
				} `json:"metadata"`
			}
			if err := json.Unmarshal(out.body, &page); err != nil {
				yield(nil, &requestError{request: request{path: path}, problem: "the answer is no list of objects"})
				return
			}
			if !yield(out.body, nil) || page.Metadata.Continue == "" {
				return
			}
			query = objectsPage + "&continue=" + url.QueryEscape(page.Metadata.Continue)
		}
	}
}
