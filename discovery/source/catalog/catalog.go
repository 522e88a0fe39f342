package catalog

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/dataset"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/discovery/source/catalog/packed"
	"github.com/kubedelta/kubedelta/discovery/unjson"
)

//go:embed data
var data embed.FS

// folder is the folder of this package in the data set.
func folder() dataset.Folder {
	return dataset.Folder{Name: "discovery/source/catalog/data", BuiltIn: data}
}

// Catalog is the built-in data, decoded when it is first used. It is safe for concurrent use.
type Catalog struct {
	mu     sync.Mutex // guards pool
	pool   *Pool
	tables func() (tables, error)
}

// tables is the data of the catalog besides the surfaces of the releases.
type tables struct {
	lifecycles []discovery.ResourceLifecycle
	index      map[discovery.GroupVersionResource]*discovery.ResourceLifecycle
	gates      []FieldGates
	stages     gate.Table
	features   map[discovery.Release]*discovery.Features
}

// New returns a catalog. It reads nothing yet.
func New() *Catalog { return &Catalog{tables: sync.OnceValues(readTables)} }

// Releases lists the releases of the catalog, oldest first.
func (c *Catalog) Releases() []discovery.Release {
	var out []discovery.Release
	for _, file := range folder().Names() {
		name, ok := strings.CutSuffix(file, ".json.zst")
		if r, err := discovery.ParseRelease(name); ok && err == nil {
			out = append(out, r)
		}
	}
	order.By(out, discovery.Release.Compare)
	return out
}

// Newest returns the newest release of the catalog.
func (c *Catalog) Newest() discovery.Release {
	all := c.Releases()
	return all[len(all)-1]
}

// MissingError reports that the catalog does not have a release.
type MissingError struct {
	Release discovery.Release
	Has     []discovery.Release
}

func (e *MissingError) Error() string {
	return fmt.Sprintf("the built-in catalog does not contain Kubernetes %s: it contains %s to %s", e.Release, e.Has[0], e.Has[len(e.Has)-1])
}

// Load returns the surface of a release. The error is a *MissingError if the catalog does not have
// it.
func (c *Catalog) Load(_ context.Context, r discovery.Release) (*discovery.Surface, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !slices.Contains(c.Releases(), r) {
		return nil, &MissingError{Release: r, Has: c.Releases()}
	}
	if c.pool == nil {
		c.pool = &Pool{Unpack: func() ([]byte, error) { return packed.ReadFile(folder(), "schemas.json.zst") }}
	}
	b, err := packed.ReadFile(folder(), r.String()+".json.zst")
	if err != nil {
		return nil, err
	}
	var rec Record
	if err = json.Unmarshal(b, &rec); err != nil {
		return nil, fmt.Errorf("the catalog's record of %s is damaged: %w", r, unjson.Sentence(err))
	}
	s, err := c.pool.Surface(rec)
	if err != nil {
		return nil, fmt.Errorf("the catalog's record of %s is damaged: %w", r, err)
	}
	t, err := c.tables()
	if err != nil {
		return nil, err
	}
	t.annotate(s)
	s.Only = t.groups()
	return s, nil
}

// Groups lists the groups that the catalog covers: all groups that Kubernetes itself has or had. It
// does not cover custom resources and aggregated servers.
func (c *Catalog) Groups() ([]discovery.Extent, error) {
	t, err := c.tables()
	return t.groups(), err
}

func (t tables) groups() (only []discovery.Extent) {
	for _, l := range t.lifecycles {
		only = slice.Add(only, discovery.Extent{Group: l.Group, Version: discovery.Wildcard, Resource: discovery.Wildcard})
	}
	return only
}

// Lifecycles returns the lifecycles of all resources in all versions.
func (c *Catalog) Lifecycles() ([]discovery.ResourceLifecycle, error) {
	t, err := c.tables()
	return t.lifecycles, err
}

// Annotate adds the catalog's data about Kubernetes' own APIs to a surface from another source: the
// lifecycle of each version, and what is disabled by default, if the surface shows what a release
// has and not what a server serves.
func (c *Catalog) Annotate(s *discovery.Surface) error {
	t, err := c.tables()
	if err == nil {
		t.annotate(s)
	}
	return err
}

func (t tables) annotate(s *discovery.Surface) {
	for gv, r := range s.EachResource() {
		lifecycle := t.index[gv.WithResource(r.Name)]
		if lifecycle == nil {
			continue
		}
		r.Lifecycle = lifecycle.Lifecycle
		if s.Fidelity.Disabled != discovery.None {
			r.Disabled = !lifecycle.Enabled || lifecycle.Removed.AtOrBefore(s.Release)
		}
	}
	s.OffByDefault = t.features[s.Release]
	s.Everything = s.Fidelity.Disabled == discovery.None && t.allServed(s)
	if s.Release.Known() {
		s.Fidelity.Deprecation = discovery.All
	}
	annotateGates(s, t.gates, t.stages)
	annotateDeprecations(s)
	if newest := discovery.Newest(); newest.Compare(s.Release) < 0 {
		s.Unstated = append(s.Unstated, discovery.Unstated{What: "newly deprecated versions, and stages and feature gates of fields", Why: "the built-in data ends with " + newest.String()})
	}
}

// allServed reports whether a surface shows all resources of its release.
func (t tables) allServed(s *discovery.Surface) bool {
	served := false
	for l := range slice.Each(t.lifecycles) {
		if !l.In(s.Release) {
			continue
		}
		if served = s.Resource(l.GroupVersion, l.Resource) != nil; !served {
			return false
		}
	}
	return served
}

func readTables() (t tables, err error) {
	t.stages, err = gate.Known()
	err = errors.Join(
		err, read("gates.tsv.zst", DecodeGates, &t.gates), read("features.tsv", DecodeFeatures, &t.features), read("lives.tsv", DecodeLifecycles, &t.lifecycles),
	)
	if err != nil {
		return t, err
	}
	t.index = make(map[discovery.GroupVersionResource]*discovery.ResourceLifecycle, len(t.lifecycles))
	for l := range slice.Each(t.lifecycles) {
		t.index[l.GroupVersion.WithResource(l.Resource)] = l
	}
	return t, nil
}

func read[T any](name string, decode func([]byte) (T, error), into *T) error {
	b, err := packed.ReadFile(folder(), name)
	if err == nil {
		*into, err = decode(b)
	}
	return err
}

// Recognise returns the release whose resources are exactly the surface's resources of Kubernetes'
// own groups, for documents that do not state their release. From 1.16 on, no two releases have the
// same resources. Unknown parts match any release. It returns false if no release matches, or
// several.
func (c *Catalog) Recognise(s *discovery.Surface) (discovery.Release, bool) {
	lifecycles, err := c.Lifecycles()
	if err != nil {
		return discovery.Release{}, false
	}
	found := slice.Filter(c.Releases(), func(r discovery.Release) bool { return fits(s, lifecycles, r) })
	if len(found) != 1 {
		return discovery.Release{}, false
	}
	return found[0], true
}

func fits(s *discovery.Surface, lifecycles []discovery.ResourceLifecycle, r discovery.Release) bool {
	groups := map[string]bool{}
	expected := 0
	for l := range slice.Each(lifecycles) {
		if _, unread := s.Unknown(l.GroupVersion, discovery.PartResources); unread || !l.In(r) {
			continue
		}
		expected++
		groups[l.Group] = true
		if s.Resource(l.GroupVersion, l.Resource) == nil {
			return false
		}
	}
	shown := 0
	for gv := range s.EachResource() {
		if groups[gv.Group] {
			shown++
		}
	}
	return expected > 0 && shown == expected
}
