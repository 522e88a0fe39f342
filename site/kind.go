package site

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/history"
)

// kindFacts has what is known about a resource of a group-version.
type kindFacts struct {
	*discovery.ResourceLifecycle
	// known is its kind in the table of types; nil if no release with fields has it.
	known *history.Kind
	// types are the types below it, each with its shortest path.
	types []place
	tree  history.Tree
	// paths are the paths of the types in a release that changed some of them, by the name of the type.
	paths map[discovery.Release]map[string]string
}

// place is where a kind uses a type.
type place struct {
	kind *kindFacts
	// schema is the type, and path the path from the kind: "spec.template.spec", or "" for the
	// object itself.
	schema, path string
}

func (b *builder) readKinds() {
	b.usedBy = map[string][]place{}
	for l := range slice.Each(b.Lifecycles) {
		if !slices.ContainsFunc(b.Releases, l.In) {
			continue
		}
		k := &kindFacts{ResourceLifecycle: l, known: b.Types.KindOf(l.GroupVersion, l.Resource)}
		if k.known != nil {
			k.tree, k.paths = b.Types.TreeOf(k.known.Schema), map[discovery.Release]map[string]string{}
			for path, t := range k.tree.Types(discovery.Release{}) {
				if !together(k.known.Spans, t.Spans) {
					continue
				}
				p := place{k, t.Name, strings.TrimSuffix(path, ".")}
				k.types = append(k.types, p)
				b.usedBy[t.Name] = append(b.usedBy[t.Name], p)
			}
		}
		b.kinds = append(b.kinds, k)
	}
}

// together reports whether a release has both. A field that was added after the end of a kind can
// have a type that only other kinds use.
func together(kind, of history.Spans) bool {
	return slices.ContainsFunc(kind, func(s history.Span) bool { return of.Overlaps(s.First, s.Last) })
}

func joined(path, field string) string { return strings.Trim(path+"."+field, ".") }

func (b *builder) schemas() []string { return slices.Sorted(maps.Keys(b.usedBy)) }

// metaTypes is the package of the types that all groups share. Some are in no resource: options of
// requests, and the metadata of lists.
const metaTypes = "io.k8s.apimachinery.pkg.apis.meta.v1"

func (b *builder) gated() []string {
	names := append(b.schemas(), b.Types.Names(metaTypes)...)
	slices.Sort(names)
	return slices.Compact(names)
}

// pathIn returns the path of a place in a release that changed its type, or false if the kind did not
// have the type before.
func (b *builder) pathIn(p place, changed discovery.Release) (path string, has bool) {
	if p.kind == nil {
		return p.path, true
	}
	if !p.kind.known.Changed(changed) {
		return "", false
	}
	paths, read := p.kind.paths[changed]
	if !read {
		paths = map[string]string{}
		for path, t := range p.kind.tree.Types(changed) {
			paths[t.Name] = strings.TrimSuffix(path, ".")
		}
		p.kind.paths[changed] = paths
	}
	path, has = paths[p.schema]
	return path, has
}

// event is a change of a kind, or of a type below it.
type event struct {
	history.Event
	// schema and field are what it is about, and path is where that is below the kind.
	schema, field, path string
}

// events returns the changes of some types, newest first, those of one release by severity.
func (b *builder) events(own []history.Event, of []place) (out []event) {
	out = slice.Map(own, func(e history.Event) event { return event{Event: e} })
	for _, p := range of {
		t, known := b.Types.Type(p.schema)
		if !known {
			continue
		}
		add := func(of []history.Event, field string) {
			for _, e := range of {
				if path, has := b.pathIn(p, e.Release); has {
					out = append(out, event{e, p.schema, field, joined(path, field)})
				}
			}
		}
		add(t.Events, "")
		for i := range t.Fields {
			add(t.Fields[i].Events, t.Fields[i].Name)
		}
	}
	slices.SortStableFunc(out, func(a, b event) int {
		return cmp.Or(b.Release.Compare(a.Release), cmp.Compare(a.Change.Severity.Rank(), b.Change.Severity.Rank()), strings.Compare(a.path, b.path))
	})
	return out
}
