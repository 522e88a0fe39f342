package checker

import (
	"github.com/kubedelta/kubedelta/discovery"
)

// Target is what objects are held against.
type Target struct {
	// To is what the objects are to work with.
	To *discovery.Surface
	// From is what they work with now. Where it is given only what changes between
	// the two is a finding. Nil: all that is wrong at To is.
	From *discovery.Surface
	// Lifecycles are the lifecycles of Kubernetes' own APIs, as the catalog tells them.
	Lifecycles []discovery.ResourceLifecycle
	// Customs are the lifecycles of the custom resources of well-known projects.
	Customs []discovery.CustomLifecycle
	// Groups are the groups that Kubernetes itself owns.
	Groups []discovery.Extent
	// Past loads what a release served, for the fields of versions that are gone.
	// Nil, or an error: those fields are not known, and nothing is rewritten that
	// needs them.
	Past func(discovery.Release) (*discovery.Surface, error)
	// Objects: they are those of a cluster, and no files that its components read. What
	// objects of Cluster API tell components is of other clusters, and not checked.
	Objects bool
	// Strict also finds fields that the target's schemas do not have.
	Strict bool
}

// typeMeta is how an object writes its type.
type typeMeta struct{ apiVersion, kind string }

// gvKind names a kind of one version of a group.
type gvKind struct {
	discovery.GroupVersion
	kind string
}

func (k gvKind) gvk() discovery.GroupVersionKind {
	return discovery.GroupVersionKind{Group: k.Group, Version: k.Version, Kind: k.kind}
}

// groupKind names a kind of a group, whatever the version.
type groupKind struct{ group, kind string }

// side is a surface with its kinds looked up by name.
type side struct {
	*discovery.Surface
	kinds map[gvKind]*discovery.Resource
	// versions of each kind, in the surface's order.
	versions map[groupKind][]string
}

func newSide(s *discovery.Surface) *side {
	if s == nil {
		return nil
	}
	out := &side{Surface: s, kinds: map[gvKind]*discovery.Resource{}, versions: map[groupKind][]string{}}
	for _, g := range s.Groups {
		for _, v := range g.Versions {
			for i := range v.Resources {
				r := &v.Resources[i]
				key := gvKind{discovery.GroupVersion{Group: g.Name, Version: v.Name}, r.Kind}
				if r.Kind == "" || out.kinds[key] != nil {
					continue
				}
				out.kinds[key] = r
				gk := groupKind{g.Name, r.Kind}
				out.versions[gk] = append(out.versions[gk], v.Name)
			}
		}
	}
	return out
}

// name is what messages call the side.
func (s *side) name() string {
	if s.Source == discovery.SourceCatalog && s.Release.Known() {
		return "Kubernetes " + s.Release.String()
	}
	if s.Name == "" {
		return "the target"
	}
	return s.Name
}

// has reports whether the side shows a kind, and whether a default server
// serves it.
func (s *side) has(k gvKind) (shown, served bool) {
	r := s.kinds[k]
	return r != nil, r != nil && !r.Disabled
}

// deprecated reports whether the side calls the kind deprecated: by the plan,
// seen from its release, or by its own word.
func (s *side) deprecated(k gvKind, lifecycle *discovery.ResourceLifecycle) bool {
	r := s.kinds[k]
	if r == nil {
		return false
	}
	if r.DeprecatedHere || r.Lifecycle.DeprecatedIn(s.Release) {
		return true
	}
	return lifecycle != nil && lifecycle.DeprecatedIn(s.Release)
}

// speaksOf reports whether the side could tell of a kind at all. The resource is
// "" where the kind has none that is known.
func (s *side) speaksOf(gv discovery.GroupVersion, resource string) bool {
	if s.Only == nil {
		return true
	}
	if resource == "" {
		resource = discovery.Wildcard
	}
	return s.Speaks(gv, resource)
}
