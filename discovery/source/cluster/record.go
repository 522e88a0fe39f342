package cluster

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/source/progress"
)

var (
	errTimeLimit = errors.New("the time limit was reached")
	errNothing   = errors.New("neither /api nor /apis can be read")
)

// grace is the time that requests have to end after the time limit. Requests that wait for a login
// plugin do not end.
const grace = time.Second

// recording is the state of one run of Record.
type recording struct {
	client *Client
	// slots limits the concurrent requests.
	slots    chan struct{}
	budget   budget
	progress progress.Counter
	abandon  context.CancelCauseFunc

	// mu guards the following fields.
	mu  sync.Mutex
	set documents.Set
	// lost has the lists of group-versions that could not be read.
	lost []lostList
	// indexed: the OpenAPI index was read. indexedCore: it has documents of the core group.
	indexed, indexedCore bool
	// noVersion is the error of /version.
	noVersion *requestError
	// noDefinitions is the error of the list of definitions.
	noDefinitions *requestError
}

func (c *Client) recording(parallel int, most int64) *recording {
	r := &recording{client: c, slots: make(chan struct{}, parallel)}
	r.budget.left.Store(most)
	return r
}

// Record reads all documents of the server. The set's Incomplete has what could not be read. It is
// an error if neither /api nor /apis can be read, or if ctx ends. The bytes of the set may be
// shared with other sets of the same [Store] and must not be changed.
func (c *Client) Record(ctx context.Context) (*documents.Set, error) {
	abandonable, abandon := context.WithCancelCause(ctx)
	defer abandon(nil)
	limited, cancel := c.TimeLimit(abandonable)
	defer cancel()
	r := c.recording(c.options.Parallel, c.options.MaxTotal)
	r.abandon, r.progress.Tell = abandon, c.options.Progress
	defer r.progress.End()
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.run(limited)
	}()
	if err := c.await(ctx, limited, done); err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, c.stopped(ctx)
	}
	return r.result()
}

// await waits until the run or ctx ends.
func (c *Client) await(ctx, limited context.Context, done <-chan struct{}) error {
	select {
	case <-done:
		return nil
	case <-limited.Done():
	}
	if ctx.Err() != nil {
		return c.stopped(ctx)
	}
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return c.stopped(ctx)
	case <-time.After(grace):
		return fmt.Errorf("cannot read %s: the login did not complete within %s; log in with kubectl first, or allow more time (--timeout)", c, c.options.TimeLimit)
	}
}

func (c *Client) stopped(ctx context.Context) error {
	return fmt.Errorf("reading %s was stopped: %w", c, ctx.Err())
}

// run sends all requests. Independent requests run concurrently.
func (r *recording) run(ctx context.Context) {
	r.progress.Expect(7)
	var all sync.WaitGroup
	core := func(ctx context.Context) {
		r.list(ctx, "/api", "APIVersions", &r.set.AggregatedAPI, &r.set.APIVersions, discovery.EveryCore())
	}
	groups := func(ctx context.Context) {
		r.list(ctx, "/apis", "APIGroupList", &r.set.AggregatedAPIs, &r.set.GroupList, discovery.EveryNamed())
	}
	for _, part := range []func(context.Context){r.version, r.ready, core, groups, r.schemas, r.customResources} {
		all.Go(func() { part(ctx) })
	}
	all.Wait()
	r.versionAgain(ctx)
	if r.client.cache != nil {
		r.client.cache.prune()
	}
}

// ask sends a request that progress counts.
func (r *recording) ask(ctx context.Context, req request) (response, *requestError) {
	defer r.progress.Finish()
	return r.get(ctx, req)
}

// ended returns the error for a request that ctx ended.
func (r *recording) ended(ctx context.Context, req request) *requestError {
	f := &requestError{request: req, problem: "not read, because reading was stopped"}
	if errors.Is(context.Cause(ctx), errTimeLimit) {
		f.problem = fmt.Sprintf("not read within the time limit of %s", r.client.options.TimeLimit)
		f.advice = "allow more time (--timeout), or find out why the server is slow"
	}
	return f
}

// incomplete records what could not be read.
func (r *recording) incomplete(part discovery.Part, reason string, versions ...discovery.GroupVersion) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, gv := range versions {
		r.set.Incomplete = append(r.set.Incomplete, discovery.Incomplete{GroupVersion: gv, Part: part, Reason: reason})
	}
}

// lostList is the error of /api or /apis, and the group-versions that are unknown because of it.
type lostList struct {
	why      *requestError
	versions discovery.GroupVersion
}

func (r *recording) result() (*documents.Set, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.lost) == 2 {
		return nil, r.nothing()
	}
	for _, l := range r.lost {
		// Servers for extensions have no /api. A 404 response counts only if the OpenAPI index has no
		// document of the core group.
		if l.versions == discovery.EveryCore() && l.why.status == http.StatusNotFound && r.indexed && !r.indexedCore {
			r.client.notes.warn("the server does not serve the core group: it is an extension API server, not the API server of a cluster")
			continue
		}
		r.set.Incomplete = append(r.set.Incomplete, discovery.Incomplete{GroupVersion: l.versions, Part: discovery.PartResources, Reason: l.why.Error()})
	}
	if r.noVersion != nil {
		r.client.notes.warn("the release of the server is unknown, so its deprecations are unknown: " + r.noVersion.Error())
	}
	r.tellDefinitions()
	order.By(r.set.Incomplete, discovery.CompareIncomplete)
	set := r.set
	return &set, nil
}

// nothing returns the error for a server that shows neither list. It contains the cause, because it
// is not recorded.
func (r *recording) nothing() error {
	order.By(r.lost, func(a, b lostList) int { return strings.Compare(a.why.request.path, b.why.request.path) })
	api, apis := r.lost[0].why, r.lost[1].why
	text := fmt.Sprintf("%s; %s", api, apis)
	if api.sentence() == apis.sentence() {
		text = fmt.Sprintf("%s and %s: %s", api.request, apis.request, api.sentence())
	}
	if api.detail != nil {
		text += fmt.Sprintf(" (%s)", api.detail)
	}
	return withoutSecrets(r.client.secrets, fmt.Errorf("cannot read %s: %s", r.client, text))
}
