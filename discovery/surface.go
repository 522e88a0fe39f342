package discovery

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// SourceKind is the kind of source of a surface.
type SourceKind string

// The kinds of sources.
const (
	SourceCatalog  SourceKind = "catalog"
	SourceSnapshot SourceKind = "snapshot"
	SourceOpenAPI  SourceKind = "openapi"
	SourceSwagger  SourceKind = "swagger"
	SourceCluster  SourceKind = "cluster"
	SourceGitHub   SourceKind = "github"
	SourceCRD      SourceKind = "crd"
	// SourceSeveral: several surfaces were merged.
	SourceSeveral SourceKind = "several"
)

// Surface is the API of one server or one release, as one source shows it.
type Surface struct {
	// Name is the name that the user gave: "1.24", "context:prod", "./before".
	Name string `json:"name"`
	// Version is the version that the source states: "v1.24.3"; "" if unknown.
	Version string `json:"version,omitempty"`
	// Release is the minor release of Version.
	Release Release    `json:"release,omitzero"`
	Source  SourceKind `json:"source"`
	// Provenance says how the version was found, if the source does not state it ("recognized by
	// its resources").
	Provenance string `json:"provenance,omitempty"`
	// Groups are sorted by name. The versions of each are in order of preference.
	Groups []Group `json:"groups"`
	// MediaTypes are the media types of requests and responses, sorted.
	MediaTypes []string `json:"mediaTypes,omitempty"`
	// OffByDefault lists what requests of the release accept only with a feature gate, whatever the
	// source shows. Nil: it is unknown.
	OffByDefault *Features `json:"offByDefault,omitempty"`
	// Schemas are by name. If documents have different schemas of one name (aggregated servers use
	// other releases of shared packages), see SchemaVariants.
	Schemas map[string]*Schema `json:"schemas,omitempty"`
	// Unserved are the versions of custom resources that are defined and not served, if the source
	// shows them. They are not encoded.
	Unserved []Unserved `json:"-"`
	// Emulator is the version of the server, if the API is that of an older release, which it emulates
	// (--emulated-version). It is not encoded.
	Emulator string `json:"-"`
	// Contradiction is how a server contradicts itself about its release; see [Surface.Contradict].
	Contradiction string `json:"-"`
	// Documented is the release that a server's OpenAPI documents state, if it differs from
	// Release. It is not encoded.
	Documented Release `json:"-"`
	// SchemaVariants has, by group-version in the form of apiVersion, the schemas that differ from
	// those in Schemas.
	SchemaVariants map[string]map[string]*Schema `json:"schemaVariants,omitempty"`
	Incomplete     []Incomplete                  `json:"incomplete,omitempty"`
	// Everything: the server serves everything that its release has, including what is disabled by
	// default. What it does not serve does not exist.
	Everything bool `json:"everything,omitzero"`
	// Only lists what the source covers, if it is a document or a manifest of a few group-versions
	// or resources. Nil: it covers the complete API. Nothing is known about the rest.
	Only []Extent `json:"only,omitempty"`
	// Unstated lists what the source did not state, or the user was not permitted to read. No other
	// comparison depends on it.
	Unstated []Unstated `json:"untold,omitempty"`
	Fidelity Fidelity   `json:"fidelity"`
	// Projects has the releases of the projects whose custom resources the surface has, by name. It
	// is not encoded.
	Projects map[string]Release `json:"-"`
}

// Unserved is a version of a custom resource that is not served. Objects may be stored in it.
type Unserved struct {
	GroupVersion
	Resource
	// Body is the schema of the objects; nil if the source does not show it.
	Body *Schema
}

// Features are parts of requests that a server accepts or does not accept, each sorted.
type Features struct {
	Parameters, MediaTypes []string
	// Subresources are subresources of existing resources, in the form of [SubresourceName].
	Subresources []string
}

// SubresourceName returns "v1 pods/resize".
func SubresourceName(gv GroupVersion, resource, subresource string) string {
	return gv.String() + " " + resource + "/" + subresource
}

// Unstated is something that a source did not state, and the reason.
type Unstated struct {
	What string `json:"what"`
	Why  string `json:"why"`
}

// Group is an API group. The name of the core group is "".
type Group struct {
	Name string `json:"name"`
	// Preferred is the server's preferred version; "" if unknown.
	Preferred string    `json:"preferred,omitempty"`
	Versions  []Version `json:"versions"`
}

// Version is a served version of a group.
type Version struct {
	Name string `json:"name"`
	// Enforcement says what validates objects.
	Enforcement Enforcement `json:"enforcement,omitempty"`
	Resources   []Resource  `json:"resources"`
}

// Enforcement says what decides whether an object of a version is valid, and so how important a
// change of its schema is.
type Enforcement string

// The enforcements.
const (
	// ByCode: Go code validates, and the schema documents it (built-in types).
	ByCode Enforcement = ""
	// BySchema: the API server validates objects with the schema (CRDs).
	BySchema Enforcement = "schema"
)

// Part is a part of a group-version that could not be read.
type Part string

// The parts.
const (
	// PartResources: nothing is known about the group-version, not even whether it is served.
	PartResources Part = "resources"
	// PartSchemas: its resources are known, their schemas are not.
	PartSchemas Part = "schemas"
)

// Wildcard stands for every group, or every version of a group, whose list could not be read.
const Wildcard = "*"

// Incomplete is something that a source should show but could not read.
type Incomplete struct {
	GroupVersion GroupVersion `json:"groupVersion"`
	Part         Part         `json:"part"`
	// Reason says what failed: "GET /apis/x/v1: 503 …".
	Reason string `json:"reason"`
}

// CompareIncomplete orders by group-version, part and reason.
func CompareIncomplete(a, b Incomplete) int {
	return cmp.Or(CompareGroupVersion(a.GroupVersion, b.GroupVersion), cmp.Compare(a.Part, b.Part), cmp.Compare(a.Reason, b.Reason))
}

// Covers reports whether the entry is about gv.
func (i Incomplete) Covers(gv GroupVersion) bool {
	if i.GroupVersion.Group == Wildcard {
		// /api lists the core group, /apis all others.
		return gv.Group != ""
	}
	return i.GroupVersion.Group == gv.Group &&
		(i.GroupVersion.Version == Wildcard || i.GroupVersion.Version == gv.Version)
}

// Unknown returns why a part of gv is unknown. If the resources are unknown, so are the schemas.
func (s *Surface) Unknown(gv GroupVersion, part Part) (reason string, unknown bool) {
	for _, i := range s.Incomplete {
		if (i.Part == part || i.Part == PartResources) && i.Covers(gv) {
			return i.Reason, true
		}
	}
	return "", false
}

const severalServers = ": several API servers of different versions may be running, or a proxy may be responding; try again after the upgrade"

// Mixed returns a sentence about a server that reported one version at first and another one later.
func Mixed(first, later string) string {
	return fmt.Sprintf("GET /version reported %.60q at first, and %.60q later", first, later) + severalServers
}

// Contradict records contradicting statements of a server about its release. The release is then
// unknown, and so is the API.
func (s *Surface) Contradict(what string) {
	reason := what + severalServers
	s.AddIncomplete(PartResources, reason, EveryCore(), EveryNamed())
	s.Release, s.Contradiction = Release{}, reason
}

// AddIncomplete records that a part of group-versions could not be read.
func (s *Surface) AddIncomplete(part Part, reason string, versions ...GroupVersion) {
	for _, gv := range versions {
		s.Incomplete = append(s.Incomplete, Incomplete{GroupVersion: gv, Part: part, Reason: reason})
	}
}

// MayHoldMore reports whether files of definitions could not be read, which may contain more
// resources. Their entries in Incomplete have no group, because it is unknown.
func (s *Surface) MayHoldMore() bool {
	return s.Source == SourceCRD && slices.ContainsFunc(s.Incomplete, func(i Incomplete) bool { return i.GroupVersion.Group == "" })
}

// Extent is a part of the API: a resource, a group-version or a group. Version and Resource may be
// the Wildcard.
type Extent struct {
	Group    string `json:"group"`
	Version  string `json:"version"`
	Resource string `json:"resource"`
}

// String returns "apps/v1", "widgets.example.com".
func (e Extent) String() string {
	switch {
	case e.Resource != Wildcard:
		return e.Resource + "." + e.Group
	case e.Version != Wildcard:
		return GroupVersion{Group: e.Group, Version: e.Version}.String()
	default:
		return e.Group
	}
}

// Speaks reports whether the source covers a resource.
func (s *Surface) Speaks(gv GroupVersion, resource string) bool {
	return s.Only == nil || slices.ContainsFunc(s.Only, func(e Extent) bool {
		return e.Group == gv.Group && (e.Version == gv.Version || e.Version == Wildcard) && (e.Resource == resource || e.Resource == Wildcard)
	})
}

// Group returns a group by name; nil if the surface does not have it.
func (s *Surface) Group(name string) *Group {
	i, found := slices.BinarySearchFunc(s.Groups, name, func(g Group, n string) int { return strings.Compare(g.Name, n) })
	if !found {
		return nil
	}
	return &s.Groups[i]
}

// GroupVersion returns a group-version; nil if the surface does not have it.
func (s *Surface) GroupVersion(gv GroupVersion) *Version {
	g := s.Group(gv.Group)
	if g == nil {
		return nil
	}
	return g.Version(gv.Version)
}

// Version returns a version of the group by name; nil if there is none.
func (g *Group) Version(name string) *Version {
	return slice.Find(g.Versions, func(one *Version) bool { return one.Name == name })
}

// Resource returns a resource by its plural; nil if there is none.
func (v *Version) Resource(name string) *Resource {
	return slice.Find(v.Resources, func(one *Resource) bool { return one.Name == name })
}

// Resource returns a resource by group-version and plural; nil if there is none.
func (s *Surface) Resource(gv GroupVersion, name string) *Resource {
	if v := s.GroupVersion(gv); v != nil {
		return v.Resource(name)
	}
	return nil
}

// Defined returns a resource that the surface serves, or that it defines and does not serve, and the
// schema of its objects. Either is nil if the surface does not show it.
func (s *Surface) Defined(gv GroupVersion, name string) (*Resource, *Schema) {
	if r := s.Resource(gv, name); r != nil {
		return r, s.Schema(gv, r.Schema)
	}
	for u := range slice.Each(s.Unserved) {
		if u.GroupVersion == gv && u.Name == name {
			return &u.Resource, u.Body
		}
	}
	return nil, nil
}

// EachVersion ranges over the versions of all groups, in their order.
func (s *Surface) EachVersion() iter.Seq2[GroupVersion, *Version] {
	return func(yield func(GroupVersion, *Version) bool) {
		for g := range slice.Each(s.Groups) {
			for v := range slice.Each(g.Versions) {
				if !yield(GroupVersion{Group: g.Name, Version: v.Name}, v) {
					return
				}
			}
		}
	}
}

// EachResource ranges over the resources of all versions, in their order.
func (s *Surface) EachResource() iter.Seq2[GroupVersion, *Resource] {
	return func(yield func(GroupVersion, *Resource) bool) {
		for gv, v := range s.EachVersion() {
			for i := range v.Resources {
				if !yield(gv, &v.Resources[i]) {
					return
				}
			}
		}
	}
}

// Schema returns a schema by name, as in the document of gv.
func (s *Surface) Schema(gv GroupVersion, name string) *Schema {
	if v, ok := s.SchemaVariants[gv.String()][name]; ok {
		return v
	}
	return s.Schemas[name]
}

// AddGroupVersion returns the version gv of the surface. It adds the version and its group if they
// are missing. The pointer is valid until the next call.
func (s *Surface) AddGroupVersion(gv GroupVersion) *Version {
	i, found := slices.BinarySearchFunc(s.Groups, gv.Group, func(g Group, n string) int { return strings.Compare(g.Name, n) })
	if !found {
		s.Groups = slices.Insert(s.Groups, i, Group{Name: gv.Group})
	}
	g := &s.Groups[i]
	if v := g.Version(gv.Version); v != nil {
		return v
	}
	g.Versions = append(g.Versions, Version{Name: gv.Version})
	return &g.Versions[len(g.Versions)-1]
}

// Sort sorts everything but versions into the canonical order. It sorts the versions of a group by
// priority if the preferred version is unknown, and keeps the server's order otherwise.
func (s *Surface) Sort() {
	order.By(s.Groups, func(a, b Group) int { return strings.Compare(a.Name, b.Name) })
	for g := range slice.Each(s.Groups) {
		if g.Preferred == "" {
			order.By(g.Versions, func(a, b Version) int { return CompareVersion(a.Name, b.Name) })
		}
		for j := range g.Versions {
			g.Versions[j].sort()
		}
	}
	slices.Sort(s.MediaTypes)
	order.By(s.Incomplete, CompareIncomplete)
}

func (v *Version) sort() {
	order.By(v.Resources, func(a, b Resource) int { return strings.Compare(a.Name, b.Name) })
	for _, r := range v.Resources {
		slices.Sort(r.Verbs)
		slices.Sort(r.ShortNames)
		slices.Sort(r.Categories)
		order.By(r.Subresources, func(a, b Subresource) int { return strings.Compare(a.Name, b.Name) })
		for j := range r.Subresources {
			slices.Sort(r.Subresources[j].Verbs)
		}
	}
}

// AddSchemaVariant records that the document of gv has another schema of that name.
func (s *Surface) AddSchemaVariant(gv GroupVersion, name string, schema *Schema) {
	if s.SchemaVariants == nil {
		s.SchemaVariants = map[string]map[string]*Schema{}
	}
	key := gv.String()
	if s.SchemaVariants[key] == nil {
		s.SchemaVariants[key] = map[string]*Schema{}
	}
	s.SchemaVariants[key][name] = schema
}
