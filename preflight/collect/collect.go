package collect

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/discovery/source/progress"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Collect reads a cluster with the given API surface. What cannot be read is recorded in the
// Readings of the evidence. Collect returns an error only if ctx ends or there is no surface.
func Collect(ctx context.Context, server Server, surface *discovery.Surface, o Options) (*evidence.Evidence, error) {
	if surface == nil {
		return nil, errors.New("what the cluster serves is unknown")
	}
	limited, cancel := server.TimeLimit(ctx)
	defer cancel()
	c := newCollector(server, surface, o)
	defer c.progress.End()
	e := &evidence.Evidence{
		Server:  evidence.Server{Name: o.Name, Address: o.Address, Version: surface.Version, Release: releaseOf(surface, o), Emulator: surface.Emulator},
		Surface: surface, Scope: o.Scope, Readings: map[evidence.Resource]evidence.Reading{}, At: o.At,
		NamespaceLabels: map[string]map[string]string{}, Endpoints: map[string]evidence.Endpoints{}, Kubelets: map[string]evidence.Kubelet{},
	}
	if !o.ObjectsOnly {
		// The metrics are read first, so that they do not count the requests of kubedelta itself.
		c.progress.Expect(1)
		c.run(limited, e, []task{c.metrics})
	}
	tasks := c.tasks()
	c.progress.Expect(len(tasks))
	c.run(limited, e, tasks)
	if !o.ObjectsOnly {
		c.kubelets(limited, e)
	}
	c.progress.Expect(1)
	c.run(limited, e, []task{c.version})
	if ctx.Err() != nil {
		return nil, fmt.Errorf("reading the cluster was interrupted: %w", ctx.Err())
	}
	missed(e)
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
	progress progress.Counter
	// stored is from the metrics, which are read before the lists.
	stored stored
}

func newCollector(server Server, surface *discovery.Surface, o Options) *collector {
	o.Parallel, o.Kubelets = cmp.Or(max(o.Parallel, 0), 6), cmp.Or(o.Kubelets, 100)
	return &collector{
		server: server, surface: surface, options: o, versions: newVersions(surface, o),
		slots: make(chan struct{}, o.Parallel), progress: progress.Counter{Tell: o.Progress},
	}
}

// part is the evidence that one task returns.
type part struct{ evidence.Evidence }

func (p *part) tell(key evidence.Resource, r evidence.Reading) {
	if p.Readings == nil {
		p.Readings = map[evidence.Resource]evidence.Reading{}
	}
	p.Readings[key] = r
}

// found adds what was found in objects.
func (p *part) found(f *finds) {
	p.Usage, p.Checked = append(p.Usage, f.usage.list...), append(p.Checked, f.checked.list...)
	p.Unlisted = append(append(p.Unlisted, f.usage.left()...), f.checked.left()...)
}

// task reads one thing.
type task func(context.Context) part

// run runs tasks concurrently, within the limit of requests, and merges their results in their
// order.
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

// get makes a request when the limit of requests permits it.
func (c *collector) get(ctx context.Context, path, query, accept string, into func(io.Reader) error) error {
	select {
	case c.slots <- struct{}{}:
	case <-ctx.Done():
		return errors.New("it was not read within the time limit; allow more time (--timeout)")
	}
	defer func() { <-c.slots }()
	return c.server.Read(ctx, path, query, accept, into)
}

// merge adds the result of a task to the evidence: all lists and maps, and the other fields that
// tasks set.
func merge(e *evidence.Evidence, p *part) {
	all, more := reflect.ValueOf(e).Elem(), reflect.ValueOf(&p.Evidence).Elem()
	for i := range all.NumField() {
		switch into, from := all.Field(i), more.Field(i); {
		case from.Kind() == reflect.Slice && into.Len() == 0:
			into.Set(from) // the list may be very long
		case from.Kind() == reflect.Slice:
			into.Set(reflect.AppendSlice(into, from))
		case from.Kind() == reflect.Map:
			for key, value := range from.Seq2() {
				into.SetMapIndex(key, value)
			}
		}
	}
	if !p.Started.IsZero() {
		e.Started = p.Started
	}
	if was, is := e.Server.UID, p.Server.UID; was != "" && is != "" && was != is {
		doubt(e, evidence.Namespaces, "the namespace "+kubeSystem+" has different UIDs in the list and when it is requested, so the responses are from two clusters: is there a proxy in front of the API server?")
	}
	e.Server.UID = cmp.Or(e.Server.UID, p.Server.UID)
	for _, s := range settingsOf(discovery.Release{}) {
		*s.into(&e.Settings) = cmp.Or(*s.into(&p.Settings), *s.into(&e.Settings))
	}
	if len(p.Settings.ConfigMaps) > 0 && e.Settings.ConfigMaps == nil {
		e.Settings.ConfigMaps = map[string]string{}
	}
	maps.Copy(e.Settings.ConfigMaps, p.Settings.ConfigMaps)
}

// doubt records that a list that was read cannot be complete.
func doubt(e *evidence.Evidence, key evidence.Resource, reason string) {
	if r := e.Readings[key]; r.State == evidence.Read {
		r.State, r.Reason = evidence.Partial, reason
		e.Readings[key] = r
	}
}

// missed compares lists: the control plane runs on nodes that are in the list (the pod garbage
// collector deletes pods of other nodes), and the definitions are those of the surface.
func missed(e *evidence.Evidence) {
	nodes := slice.Set(slice.Map(e.Nodes, func(n evidence.Node) string { return n.Name }))
	controlPlane := []string{"kube-apiserver", "kube-controller-manager", "kube-scheduler", "etcd"}
	for c := range slice.Each(e.Components) {
		if slices.Contains(controlPlane, c.Name) && c.Node != "" && !nodes[c.Node] {
			doubt(e, evidence.Nodes, "the pod "+printable(c.Pod)+" runs on the node "+printable(c.Node)+", which the list does not contain: is there a proxy in front of the API server?")
		}
	}
	definitions := slice.Set(slice.Map(e.CRDs, func(d evidence.CRD) evidence.Resource { return evidence.Resource{Group: d.Group, Name: d.Plural} }))
	for gv, r := range e.Surface.EachResource() {
		if r.Custom != nil && !definitions[evidence.Resource{Group: gv.Group, Name: r.Name}] {
			doubt(e, evidence.Definitions, "the second list does not contain "+printable(r.Name+"."+gv.Group)+", which the first contains: is there a proxy in front of the API server? If it was just deleted, run preflight again")
		}
	}
}

// finish sorts lists whose order depends on which task ended first.
func finish(e *evidence.Evidence) {
	order.Stably(e.Usage, func(a, b evidence.Usage) int {
		return cmp.Or(
			discovery.CompareGroupVersion(a.Version, b.Version), strings.Compare(a.Object.Kind, b.Object.Kind),
			strings.Compare(a.Object.Namespace, b.Object.Namespace), strings.Compare(a.Object.Name, b.Object.Name), strings.Compare(a.By, b.By),
		)
	})
	order.Stably(e.Checked, func(a, b finding.Finding) int {
		return cmp.Or(
			strings.Compare(a.File, b.File), strings.Compare(a.APIVersion, b.APIVersion), strings.Compare(a.Kind, b.Kind),
			strings.Compare(a.Namespace, b.Namespace), strings.Compare(a.Name, b.Name), strings.Compare(a.Rule, b.Rule), strings.Compare(a.Field, b.Field),
		)
	})
	order.By(e.Unlisted, func(a, b evidence.Unlisted) int {
		return cmp.Or(
			strings.Compare(a.Resource.String(), b.Resource.String()), discovery.CompareGroupVersion(a.Version, b.Version),
			strings.Compare(a.By, b.By), strings.Compare(string(a.Order), string(b.Order)), strings.Compare(a.Rule, b.Rule), strings.Compare(a.Field, b.Field), cmp.Compare(rank(a.Managed), rank(b.Managed)),
		)
	})
	order.By(e.Releases, func(a, b evidence.Release) int {
		return cmp.Or(strings.Compare(a.Namespace, b.Namespace), strings.Compare(a.Name, b.Name), strings.Compare(a.Driver, b.Driver))
	})
	order.By(e.Watched, evidence.Resource.Compare)
	e.Watched = slices.Compact(e.Watched)
}

// Server is an API server that can be read, such as a *cluster.Client.
type Server interface {
	// Read requests a path and passes on the body of the response. Its errors have the methods
	// HTTPStatus() int, with the status of the response, and BrokeOff() bool, which reports that
	// the body ended early. They must not contain credentials.
	Read(ctx context.Context, path, query, accept string, into func(io.Reader) error) error
	// TimeLimit limits the time of all requests together.
	TimeLimit(ctx context.Context) (context.Context, context.CancelFunc)
}

// Options select what is read. With the zero value, Collect reads what the checks need, without
// usage and findings.
type Options struct {
	// Name is the server as the user named it, Address its URL without user and password.
	Name, Address string
	// At is the time of the reading.
	At time.Time
	// From is the cluster's release, if the surface does not have it. To is the target.
	From, To discovery.Release
	// Lifecycles are those of Kubernetes' own APIs. Collect finds the writers of versions that a
	// release up to the target deprecates or removes.
	Lifecycles []discovery.ResourceLifecycle
	// Check returns what the target does not accept in an object. It is called from several
	// goroutines, keeps no reference to the object, and may change its Namespace. nil: objects are
	// not checked.
	Check func(*tree.Object) []finding.Finding
	// Fields reports whether Check looks at the fields of a kind. Objects of these kinds are read
	// completely; of others, Check gets the type, name, labels and annotations. nil: Check gets
	// complete objects of the resources that checks need. See [FieldRules].
	Fields func(discovery.GroupVersionKind) bool
	// Parallel is the largest number of concurrent requests; 0 is 6.
	Parallel int
	// Kubelets is how many nodes are asked for their /configz at most; 0 is 100, a negative number
	// is none.
	Kubelets int
	// Scope narrows the reading of workloads, claims, budgets and Helm releases, and of resources
	// that are read only for their writers.
	Scope evidence.Scope
	// ObjectsOnly reads only objects: no metrics, no settings of components and no kubelets. Scope
	// then narrows all lists.
	ObjectsOnly bool
	// Old reports whether writers of a version of a custom resource are looked for, in addition to
	// versions that the cluster reports as deprecated. nil: no other versions.
	Old func(discovery.GroupVersionKind) bool
	// Tier is how much [ClusterRole] grants; "" is everything.
	Tier Tier
	// Progress, if not nil, gets the number of finished requests and of those known so far. It is
	// not called concurrently.
	Progress func(done, total int)
}
