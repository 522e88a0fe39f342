package source

import (
	"fmt"
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/discovery/source/snapshot"
)

// Surface decodes recorded documents. If what a server lists contradicts the catalog or its own
// OpenAPI documents, it is not ready, servers of several releases respond in turn, or a proxy has
// changed a response: those parts are unknown.
func (e Environment) Surface(set *documents.Set, m snapshot.Manifest) (*discovery.Surface, error) {
	s, err := set.Surface(e.Decoder)
	if err != nil {
		return nil, err
	}
	live := m.SourceKind == discovery.SourceCluster || m.SourceKind == discovery.SourceSnapshot
	if !live || m.AllServed || len(m.Only) > 0 || s.Fidelity.Preferred == discovery.None || s.Fidelity.Disabled != discovery.None {
		return s, nil // no discovery, a part of the API only, or not from a server
	}
	lifecycles, err := e.Catalog.Lifecycles()
	if err != nil {
		return nil, err
	}
	w := witness{s: s, lifecycles: lifecycles, defined: set.CustomResources != nil, own: map[string]bool{}}
	for i := range lifecycles {
		w.own[lifecycles[i].Group] = true
	}
	w.releases()
	if missing, whole := w.missing(); whole {
		w.contradicted()
		w.served(missing)
	}
	w.shapes()
	s.Sort()
	return s, nil
}

type witness struct {
	s          *discovery.Surface
	lifecycles []discovery.ResourceLifecycle
	own        map[string]bool
	// defined: the definitions of custom resources were read, so other groups are aggregated.
	defined bool
	// any lists the releases that the server may have.
	any []discovery.Release
}

// releases sets the releases that the server may have. For a release newer than the catalog, it is
// the newest release of the catalog, because stable APIs stay.
func (w *witness) releases() {
	r := w.s.Release
	switch newest := discovery.Newest(); {
	case !r.Known():
		for minor := 16; minor <= newest.Minor; minor++ {
			w.any = append(w.any, discovery.Release{Major: newest.Major, Minor: minor})
		}
	case newest.AtOrBefore(r):
		w.any = []discovery.Release{newest}
	default:
		w.any = []discovery.Release{r}
	}
}

// unread records once that a part of a group-version is unknown.
func (w *witness) unread(gv discovery.GroupVersion, part discovery.Part, reason string) {
	if _, known := w.s.Unknown(gv, part); !known {
		w.s.AddIncomplete(part, reason, gv)
	}
}

// contradicted compares the server's release with its OpenAPI documents, and with the resources
// that were removed before the release.
func (w *witness) contradicted() {
	r := w.s.Release
	if !r.Known() {
		return
	}
	if w.s.Documented.Known() {
		w.s.Contradict(fmt.Sprintf("GET /version reports %s, but the OpenAPI documents report %s", r, w.s.Documented))
		return
	}
	for l := range slice.Each(w.lifecycles) {
		if l.Removed.AtOrBefore(r) && !l.In(r) && w.s.Resource(l.GroupVersion, l.Resource) != nil {
			w.s.Contradict(fmt.Sprintf("GET /version reports %s, which no longer serves %s/%s, but discovery lists it", r, l.GroupVersion, l.Resource))
			return
		}
	}
}

// settled is the number of releases after which every server is expected to serve a stable API: by
// then no feature gate can disable it.
const settled = 4

// missing returns the stable resources that the server does not list, or not as [readable].
// whole is false if it lists less than half of them: it is made for a few APIs, as kcp was.
func (w *witness) missing() (missing []*discovery.ResourceLifecycle, whole bool) {
	expected := 0
	for l := range slice.Each(w.lifecycles) {
		if discovery.StabilityOf(l.Version) != discovery.Stable || slices.ContainsFunc(w.any, func(r discovery.Release) bool { return !settledIn(l, r) }) {
			continue
		}
		if _, unread := w.s.Unknown(l.GroupVersion, discovery.PartResources); unread {
			continue
		}
		expected++
		if r := w.s.Resource(l.GroupVersion, l.Resource); r == nil || !discovery.IsRequest(r.Kind) && !readable(r) {
			missing = append(missing, l)
		}
	}
	return missing, len(missing)*2 < expected
}

// readable reports whether a resource can be listed and watched. Only v1 ComponentStatus cannot be
// watched.
func readable(r *discovery.Resource) bool {
	return slices.Contains(r.Verbs, "list") && (slices.Contains(r.Verbs, "watch") || r.Name == "componentstatuses")
}

// served records that the group-versions of missing resources are unknown.
func (w *witness) served(missing []*discovery.ResourceLifecycle) {
	names := map[discovery.GroupVersion][]string{}
	for _, l := range missing {
		names[l.GroupVersion] = append(names[l.GroupVersion], l.Resource)
	}
	for gv, list := range names {
		slices.Sort(list)
		w.unread(gv, discovery.PartResources, "every server of this release serves "+phrase.First(list, 3)+", but discovery does not list them with the verbs list and watch: "+
			"the API server is not ready, they are turned off (--runtime-config), or a proxy in front of the API server hides them")
	}
}

func settledIn(l *discovery.ResourceLifecycle, r discovery.Release) bool {
	since := l.Introduced
	since.Minor += settled
	return l.ServedByDefaultIn(r) && since.AtOrBefore(r)
}

// shapes looks for resources without a schema. Every API server publishes the schemas of its own
// APIs and of custom resources. Aggregated servers need not.
func (w *witness) shapes() {
	if w.s.Fidelity.Fields == discovery.None {
		return
	}
	for gv, v := range w.s.EachVersion() {
		if names := shapeless(w.s, gv, v); len(names) > 0 && !w.publishesNone(gv, v) {
			w.unread(gv, discovery.PartSchemas, "the OpenAPI documents contain no schema of "+phrase.First(names, 1)+": the API server may not have published it yet, or a proxy in front of it may have changed them; try again later")
		}
		if len(v.Resources) == 0 && (w.own[gv.Group] || v.Enforcement == discovery.BySchema) {
			w.unread(gv, discovery.PartResources, "discovery lists it without a resource: the API server is not ready; try again when it is ready")
		}
	}
}

// shapeless returns the names of the resources without a schema.
func shapeless(s *discovery.Surface, gv discovery.GroupVersion, v *discovery.Version) (names []string) {
	for r := range slice.Each(v.Resources) {
		if r.Schema == "" || s.Schema(gv, r.Schema) == nil {
			names = append(names, r.Name)
		}
	}
	return names
}

// publishesNone reports whether schemas may be missing. API servers up to 1.27 publish no document
// of apiregistration.k8s.io (seen on real servers), and aggregated servers need not publish any.
func (w *witness) publishesNone(gv discovery.GroupVersion, v *discovery.Version) bool {
	if gv.Group == "apiregistration.k8s.io" {
		return !(discovery.Release{Major: 1, Minor: 28}).AtOrBefore(w.s.Release)
	}
	custom := v.Enforcement == discovery.BySchema || slices.ContainsFunc(v.Resources, func(r discovery.Resource) bool { return r.Custom != nil })
	return !w.own[gv.Group] && !custom && w.defined
}
