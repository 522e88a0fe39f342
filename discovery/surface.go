package discovery

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// SourceKind says what kind of thing a surface was read from.
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
	// SourceSeveral: it was made of several surfaces.
	SourceSeveral SourceKind = "several"
)

// Surface is the API of one server or one release, as one source shows it.
type Surface struct {
	// Name is how the user named it: "1.24", "context:prod", "./before".
	Name string `json:"name"`
	// Version is the version as the source gives it: "v1.24.3"; "" if unknown.
	Version string `json:"version,omitempty"`
	// Release is the minor release that Version belongs to.
	Release Release    `json:"release,omitzero"`
	Source  SourceKind `json:"source"`
	// Provenance is a sentence about how the version was found out, where that
	// is not plain ("recognised by its resources").
	Provenance string `json:"provenance,omitempty"`
	// Groups, sorted by name; each with its versions in order of preference.
	Groups []Group `json:"groups"`
	// MediaTypes that the server takes or gives, sorted.
	MediaTypes []string `json:"mediaTypes,omitempty"`
	// OffByDefault is what requests of the release take only where a feature gate is
	// turned on, whatever the source shows of it. Nil: it is not known.
	OffByDefault *Features `json:"offByDefault,omitempty"`
	// Schemas by name. Documents may disagree on a name (aggregated servers
	// carry other releases of the shared packages): see SchemaVariants.
	Schemas map[string]*Schema `json:"schemas,omitempty"`
	// Documented is the release that a server's OpenAPI documents tell, where it is another
	// than Release. It is not part of what is written.
	Documented Release `json:"-"`
	// SchemaVariants holds, by group-version in the form of apiVersion, the
	// schemas whose body differs there from the one in Schemas.
	SchemaVariants map[string]map[string]*Schema `json:"schemaVariants,omitempty"`
	Incomplete     []Incomplete                  `json:"incomplete,omitempty"`
	// Everything: a server that serves all that its release has, what is off by
	// default too. What it does not serve is not there.
	Everything bool `json:"everything,omitzero"`
	// Only lists what the source speaks of, where it is a document or a manifest
	// of a few group-versions or resources. Nil: it speaks of the whole API. What
	// it does not speak of is neither there nor gone.
	Only []Extent `json:"only,omitempty"`
	// Unstated is what the source could have told but was not asked, or not allowed
	// to be asked; nothing that is compared otherwise depends on it.
	Unstated []Unstated `json:"untold,omitempty"`
	Fidelity Fidelity   `json:"fidelity"`
	// Projects are the releases of the projects whose custom resources the surface has, by
	// name, where they are known. It is not part of what is written.
	Projects map[string]Release `json:"-"`
}

// Features are parts of requests that a server as a whole takes or does not take,
// each list sorted.
type Features struct {
	Parameters, MediaTypes []string
	// Subresources are those of resources that are there without them, as
	// [SubresourceName] writes them.
	Subresources []string
}

// SubresourceName writes "v1 pods/resize".
func SubresourceName(gv GroupVersion, resource, subresource string) string {
	return gv.String() + " " + resource + "/" + subresource
}

// Unstated is one thing that a source did not tell, and why.
type Unstated struct {
	What string `json:"what"`
	Why  string `json:"why"`
}

// Group is one API group; the core group's name is "".
type Group struct {
	Name string `json:"name"`
	// Preferred is the version that the server prefers; "" if not known.
	Preferred string    `json:"preferred,omitempty"`
	Versions  []Version `json:"versions"`
}

// Version is one served version of a group.
type Version struct {
	Name string `json:"name"`
	// Enforcement tells who holds objects to the schema.
	Enforcement Enforcement `json:"enforcement,omitempty"`
	Resources   []Resource  `json:"resources"`
}

// Enforcement tells who decides whether an object of a version is valid, and so
// how much a change of its schema means.
type Enforcement string

// The enforcements.
const (
	// ByCode: Go code decides, the schema documents it (built-in types).
	ByCode Enforcement = ""
	// BySchema: the API server holds every object to the schema (CRDs).
	BySchema Enforcement = "schema"
)

// Part names what of a group-version could not be read.
type Part string

// The parts that may be missing.
const (
	// PartResources: nothing is known of the group-version, not even whether it
	// is still served.
	PartResources Part = "resources"
	// PartSchemas: its resources are known, its objects are not.
	PartSchemas Part = "schemas"
)

// Wildcard stands for every group, or every version of a group, in an
// Incomplete: the list of them could not be read.
const Wildcard = "*"

// Incomplete is something that a source should have known but could not read.
type Incomplete struct {
	GroupVersion GroupVersion `json:"groupVersion"`
	Part         Part         `json:"part"`
	// Reason says what failed, for a person: "GET /apis/x/v1: 503 …".
	Reason string `json:"reason"`
}

// CompareIncomplete orders by group-version, part and reason.
func CompareIncomplete(a, b Incomplete) int {
	return cmp.Or(CompareGroupVersion(a.GroupVersion, b.GroupVersion), cmp.Compare(a.Part, b.Part), cmp.Compare(a.Reason, b.Reason))
}

// Covers reports whether the entry speaks of gv.
func (i Incomplete) Covers(gv GroupVersion) bool {
	if i.GroupVersion.Group == Wildcard {
		// The core group is listed by /api, all others by /apis.
		return gv.Group != ""
	}
	return i.GroupVersion.Group == gv.Group &&
		(i.GroupVersion.Version == Wildcard || i.GroupVersion.Version == gv.Version)
}

// Unknown tells why part of gv is not known, if it is not. What is not known
// of the resources is not known of the schemas either.
func (s *Surface) Unknown(gv GroupVersion, part Part) (reason string, unknown bool) {
	for _, i := range s.Incomplete {
		if (i.Part == part || i.Part == PartResources) && i.Covers(gv) {
			return i.Reason, true
		}
	}
	return "", false
}

// Contradict notes that a server says two things of its release. Then it is not known which it
// is, and so not what belongs to it.
func (s *Surface) Contradict(what string) {
	reason := what + ": several API servers of different versions may be running, or a proxy may be responding; try again after the upgrade"
	s.AddIncomplete(PartResources, reason, EveryCore(), EveryNamed())
	s.Release = Release{}
}

// AddIncomplete notes that a part of group-versions could not be read.
func (s *Surface) AddIncomplete(part Part, reason string, versions ...GroupVersion) {
	for _, gv := range versions {
		s.Incomplete = append(s.Incomplete, Incomplete{GroupVersion: gv, Part: part, Reason: reason})
	}
}

// MayHoldMore reports whether files of definitions could not be read: what the
// surface does not show may be in them. Such files stand in Incomplete without a
// group, since nobody knows theirs.
func (s *Surface) MayHoldMore() bool {
	return s.Source == SourceCRD && slices.ContainsFunc(s.Incomplete, func(i Incomplete) bool { return i.GroupVersion.Group == "" })
}

// Extent is a part of the API: a resource, a group-version, a group. Version and
// Resource may be the Wildcard.
type Extent struct {
	Group    string `json:"group"`
	Version  string `json:"version"`
	Resource string `json:"resource"`
}

// String writes "apps/v1", "widgets.example.com".
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

// Speaks reports whether the source says anything of a resource.
func (s *Surface) Speaks(gv GroupVersion, resource string) bool {
	return s.Only == nil || slices.ContainsFunc(s.Only, func(e Extent) bool {
		return e.Group == gv.Group && (e.Version == gv.Version || e.Version == Wildcard) && (e.Resource == resource || e.Resource == Wildcard)
	})
}

// Group finds a group by name; nil if the surface does not show it.
func (s *Surface) Group(name string) *Group {
	i, found := slices.BinarySearchFunc(s.Groups, name, func(g Group, n string) int { return strings.Compare(g.Name, n) })
	if !found {
		return nil
	}
	return &s.Groups[i]
}

// GroupVersion finds a group-version; nil if the surface does not show it.
func (s *Surface) GroupVersion(gv GroupVersion) *Version {
	g := s.Group(gv.Group)
	if g == nil {
		return nil
	}
	return g.Version(gv.Version)
}

// Version finds a version of the group by name; nil if there is none.
func (g *Group) Version(name string) *Version {
	return slice.Find(g.Versions, func(one *Version) bool { return one.Name == name })
}

// Resource finds a resource by its plural; nil if there is none.
func (v *Version) Resource(name string) *Resource {
	return slice.Find(v.Resources, func(one *Resource) bool { return one.Name == name })
}

// Resource finds a resource by group-version and plural; nil if not shown.
func (s *Surface) Resource(gv GroupVersion, name string) *Resource {
	if v := s.GroupVersion(gv); v != nil {
		return v.Resource(name)
	}
	return nil
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

// Schema finds a schema by name as the document of gv defines it.
func (s *Surface) Schema(gv GroupVersion, name string) *Schema {
	if v, ok := s.SchemaVariants[gv.String()][name]; ok {
		return v
	}
	return s.Schemas[name]
}

// AddGroupVersion returns the version gv of the surface, adding it, and its
// group, where they are missing. The pointer is valid until the next call.
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

// Sort brings everything but the versions' order into its canonical order.
// Where a group's preferred version is not known, its versions are ordered by
// Kubernetes' version priority; else the server's order is kept.
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

// AddSchemaVariant records that the document of gv has another body for a name.
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
