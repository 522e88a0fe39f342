package collect

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/source/tally"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// Collect reads a cluster whose API is the surface. What cannot be read is told in
// the evidence's Readings; it is an error only when ctx ends or there is no surface.
func Collect(ctx context.Context, server Server, surface *discovery.Surface, o Options) (*evidence.Evidence, error) {
	if surface == nil {
		return nil, errors.New("what the cluster serves is unknown")
	}
	limited, cancel := server.TimeLimit(ctx)
	defer cancel()
	c := newCollector(server, surface, o)
	defer c.progress.End()
	e := c.evidence()
	if !o.ObjectsOnly {
		// First of all: what the server counts until then is not our own doing.
		c.progress.Expect(1)
		c.run(limited, e, []task{c.metrics})
	}
	tasks := c.tasks()
	c.progress.Expect(len(tasks))
	c.run(limited, e, tasks)
	if !o.ObjectsOnly {
		c.kubelets(limited, e)
	}
	if ctx.Err() != nil {
		return nil, fmt.Errorf("reading the cluster was interrupted: %w", ctx.Err())
	}
	finish(e)
	return e, nil
}

// collector is one run of Collect.
type collector struct {
	server   Server
	surface  *discovery.Surface
	options  Options
	versions *versions
	slots    chan struct{}
	progress tally.Counter
}

func newCollector(server Server, surface *discovery.Surface, o Options) *collector {
	if o.Parallel <= 0 {
		o.Parallel = defaultParallel
	}
	if o.Kubelets == 0 {
		o.Kubelets = defaultKubelets
	}
	return &collector{
		server: server, surface: surface, options: o, versions: newVersions(surface, o),
		slots: make(chan struct{}, o.Parallel), progress: tally.Counter{Tell: o.Progress},
	}
}

func (c *collector) evidence() *evidence.Evidence {
	release := c.surface.Release
	if !release.Known() {
		release = c.options.From
	}
	return &evidence.Evidence{
		Server:  evidence.Server{Name: c.options.Name, Address: c.options.Address, Version: c.surface.Version, Release: release},
		Surface: c.surface, Scope: c.options.Scope, Readings: map[evidence.Resource]evidence.Reading{}, At: c.options.At,
		NamespaceLabels: map[string]map[string]string{}, Endpoints: map[string]evidence.Endpoints{}, Kubelets: map[string]evidence.Kubelet{},
	}
}

// part is what a task brings, with its readings.
type part struct {
	evidence.Evidence
	readings map[evidence.Resource]evidence.Reading
}

func (p *part) tell(key evidence.Resource, r evidence.Reading) {
	if p.readings == nil {
		p.readings = map[evidence.Resource]evidence.Reading{}
	}
	p.readings[key] = r
}

// task reads one thing.
type task func(context.Context) part

// run runs tasks at once, within the bound of requests, and merges what they bring
// in their order.
func (c *collector) run(ctx context.Context, e *evidence.Evidence, tasks []task) {
	parts := make([]part, len(tasks))
	var all sync.WaitGroup
	for i, t := range tasks {
		all.Go(func() {
			defer c.progress.Finish()
			parts[i] = t(ctx)
		})
	}
	all.Wait()
	for i := range parts {
		merge(e, &parts[i])
	}
}

// get makes a request as soon as one may be made.
func (c *collector) get(ctx context.Context, path, query, accept string, into func(io.Reader) error) error {
	select {
	case c.slots <- struct{}{}:
	case <-ctx.Done():
		return errors.New("it was not read within the time limit; allow more time (--timeout)")
	}
	defer func() { <-c.slots }()
	return c.server.Read(ctx, path, query, accept, into)
}

func merge(e *evidence.Evidence, p *part) {
	maps.Copy(e.Readings, p.readings)
	e.Nodes = append(e.Nodes, p.Nodes...)
	e.Components = append(e.Components, p.Components...)
	e.CRDs = append(e.CRDs, p.CRDs...)
	e.APIServices = append(e.APIServices, p.APIServices...)
	e.Webhooks = append(e.Webhooks, p.Webhooks...)
	e.Policies = append(e.Policies, p.Policies...)
	e.PolicyBindings = append(e.PolicyBindings, p.PolicyBindings...)
	e.Services = append(e.Services, p.Services...)
	e.Roles = append(e.Roles, p.Roles...)
	maps.Copy(e.NamespaceLabels, p.NamespaceLabels)
	maps.Copy(e.Endpoints, p.Endpoints)
	e.Budgets = append(e.Budgets, p.Budgets...)
	if e.Pods == nil {
		e.Pods = p.Pods // there may be very many
	} else {
		e.Pods = append(e.Pods, p.Pods...)
	}
	e.Workloads = append(e.Workloads, p.Workloads...)
	e.Volumes = append(e.Volumes, p.Volumes...)
	e.Claims = append(e.Claims, p.Claims...)
	e.Requested = append(e.Requested, p.Requested...)
	e.Gates = append(e.Gates, p.Gates...)
	e.Calls = append(e.Calls, p.Calls...)
	if !p.Started.IsZero() {
		e.Started = p.Started
	}
	if p.Server.UID != "" {
		e.Server.UID = p.Server.UID
	}
	for _, s := range settingsOf(discovery.Release{}) {
		if text := *s.into(&p.Settings); text != "" {
			*s.into(&e.Settings) = text
		}
	}
	maps.Copy(e.Kubelets, p.Kubelets)
	e.Releases = append(e.Releases, p.Releases...)
	e.Usage = append(e.Usage, p.Usage...)
	e.Judged = append(e.Judged, p.Judged...)
	e.Unlisted = append(e.Unlisted, p.Unlisted...)
	e.Watched = append(e.Watched, p.Watched...)
}

// finish brings into order what came in any.
func finish(e *evidence.Evidence) {
	sortUsage(e.Usage)
	sortJudged(e.Judged)
	sortUnlisted(e.Unlisted)
	sortReleases(e.Releases)
	order.By(e.Watched, compareResources)
	e.Watched = slices.Compact(e.Watched)
}
