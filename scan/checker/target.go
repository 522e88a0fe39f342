package checker

import (
	"cmp"
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
)

// Target is what objects are checked against.
type Target struct {
	// To is what the objects must work with.
	To *discovery.Surface
	// From is what the objects work with now. If it is set, only changes between the two are
	// findings. If it is nil, everything that is wrong at To is one.
	From *discovery.Surface
	// Lifecycles are the lifecycles of Kubernetes' own APIs, from the catalog.
	Lifecycles []discovery.ResourceLifecycle
	// Customs are the lifecycles of the custom resources of well-known projects.
	Customs []discovery.CustomLifecycle
	// Groups are the groups that Kubernetes itself owns.
	Groups []discovery.Extent
	// Past loads what a release served, for the fields of removed versions. If it is nil or returns
	// an error, these fields are not known, and nothing that needs them is rewritten.
	Past func(discovery.Release) (*discovery.Surface, error)
	// Objects: the objects are those of a cluster, not files that its components read. Settings in
	// objects of Cluster API are for the components of other clusters, and are not checked.
	Objects bool
	// Strict also reports fields that the target's schemas do not have.
	Strict bool
}

// typeMeta is the type of an object as the object writes it.
type typeMeta struct{ apiVersion, kind string }

// side is a surface with its kinds by name.
type side struct {
	*discovery.Surface
	kinds map[discovery.GroupVersionKind]*discovery.Resource
	// versions of each kind, in the order of the surface.
	versions map[discovery.GroupKind][]string
}

func newSide(s *discovery.Surface) *side {
	if s == nil {
		return nil
	}
	out := &side{Surface: s, kinds: map[discovery.GroupVersionKind]*discovery.Resource{}, versions: map[discovery.GroupKind][]string{}}
	for gv, r := range s.EachResource() {
		key := gv.WithKind(r.Kind)
		if r.Kind == "" || out.kinds[key] != nil {
			continue
		}
		out.kinds[key] = r
		gk := discovery.GroupKind{Group: gv.Group, Kind: r.Kind}
		out.versions[gk] = append(out.versions[gk], gv.Version)
	}
	return out
}

func (s *side) name() string {
	if s.Source == discovery.SourceCatalog && s.Release.Known() {
		return "Kubernetes " + s.Release.String()
	}
	return cmp.Or(s.Name, "the target")
}

// shows reports whether the side has a kind, whether or not it is served by default.
func (s *side) shows(k discovery.GroupVersionKind) bool { return s != nil && s.kinds[k] != nil }

// serves reports whether a default server of the side serves a kind.
func (s *side) serves(k discovery.GroupVersionKind) bool { return s.shows(k) && !s.kinds[k].Disabled }

// hasResource reports whether the side has a resource in any version of a group.
func (s *side) hasResource(group, resource string) bool {
	g := s.Group(group)
	return g != nil && slices.ContainsFunc(g.Versions, func(v discovery.Version) bool { return v.Resource(resource) != nil })
}

// unread reports whether the resources of a group-version could not be read.
func (s *side) unread(gv discovery.GroupVersion) bool {
	_, unread := s.Unknown(gv, discovery.PartResources)
	return unread
}

// deprecated reports whether the side deprecates a kind: by its lifecycle at the release of the
// side, or by its own data.
func (s *side) deprecated(k discovery.GroupVersionKind, lifecycle *discovery.ResourceLifecycle) bool {
	if !s.shows(k) {
		return false
	}
	r := s.kinds[k]
	return r.DeprecatedHere || r.Lifecycle.DeprecatedIn(s.Release) || lifecycle != nil && lifecycle.DeprecatedIn(s.Release)
}

// speaksOf reports whether the side has data about a kind or its absence. resource is "" if it is
// not known.
func (s *side) speaksOf(gv discovery.GroupVersion, resource string) bool {
	if s.Only == nil {
		return true
	}
	return s.Speaks(gv, cmp.Or(resource, discovery.Wildcard))
}
