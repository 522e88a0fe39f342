package documents

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/crd"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/discovery/unjson"
)

// Surface returns the surface of the set. If a document cannot be parsed, its group-version is
// unknown. An error means that nothing is known. The caller sets Name and Source.
func (set *Set) Surface(dec *openapi.Decoder) (*discovery.Surface, error) {
	s := &discovery.Surface{Incomplete: slices.Clone(set.Incomplete), Schemas: map[string]*discovery.Schema{}}
	if err := set.version(s); err != nil {
		return nil, err
	}
	discovered, err := set.discover(s)
	if err != nil {
		return nil, err
	}
	var defined crd.Manifests
	if set.CustomResources != nil {
		if defined, err = crd.Read("customresourcedefinitions", set.CustomResources); err != nil {
			return nil, err
		}
	}
	docs := set.decode(s, dec, discovered)
	docs.broken(s, discovered)
	if discovered {
		docs.witness(s, set, defined.Definitions)
	}
	if discovered && set.CustomResources != nil {
		docs.defined(s, defined.Definitions)
	}
	if !discovered && len(docs.list) == 0 {
		if len(s.Incomplete) > 0 {
			return nil, fmt.Errorf("no part of the API could be read; %s: %s", s.Incomplete[0].GroupVersion, s.Incomplete[0].Reason)
		}
		return nil, fmt.Errorf("no API was found: there are neither discovery nor OpenAPI documents")
	}
	docs.addTo(s, discovered)
	docs.release(s)
	s.Documented = docs.documented(s)
	s.Unstated = set.Unstated
	if err := crd.Annotate(s, defined.Definitions); err != nil {
		return nil, err
	}
	s.Fidelity = set.fidelity(s, docs, discovered)
	s.Sort()
	return s, nil
}

func (set *Set) version(s *discovery.Surface) error {
	if set.Version == nil {
		return nil
	}
	version, err := GitVersion(set.Version)
	if err != nil {
		return fmt.Errorf("GET /version: not valid JSON: %w; is this a Kubernetes API server?", err)
	}
	s.Version = version
	// Other forms of versions (a stand-alone server's "v0.0.0-master+$Format:…") leave the release
	// unknown or 0.0, which is not a release either.
	s.Release, _ = discovery.ParseRelease(version)
	if emulated := set.emulated(); emulated.Known() && emulated != s.Release {
		s.Release, s.Version, s.Emulator, s.Provenance = emulated, emulated.String(), version, "emulated by an API server of "+version
	}
	return nil
}

// GitVersion returns the gitVersion of a /version document.
func GitVersion(data []byte) (string, error) {
	var doc struct {
		GitVersion string `json:"gitVersion"`
	}
	err := json.Unmarshal(data, &doc)
	return doc.GitVersion, unjson.Sentence(err)
}

// discover adds the resources of discovery. It returns false if the set has no discovery. If one of
// the lists cannot be read, its group-versions are unknown. If none can be read, it returns an
// error.
func (set *Set) discover(s *discovery.Surface) (bool, error) {
	core, others := discovery.EveryCore(), discovery.EveryNamed()
	var found, read bool
	var first error
	for _, part := range []struct {
		data   []byte
		covers discovery.GroupVersion
		add    func([]byte) error
		newer  []byte // has the same and more
	}{
		{set.AggregatedAPI, core, func(b []byte) error { return addAggregated(s, b, "GET /api") }, nil},
		{set.AggregatedAPIs, others, func(b []byte) error { return addAggregated(s, b, "GET /apis") }, nil},
		{set.APIVersions, core, func(b []byte) error { return addCoreVersions(s, b, set.ResourceLists) }, set.AggregatedAPI},
		{set.GroupList, others, func(b []byte) error { return addGroups(s, b, set.ResourceLists) }, set.AggregatedAPIs},
	} {
		if part.data == nil || part.newer != nil {
			continue
		}
		found = true
		if err := part.add(part.data); err != nil {
			first = cmp.Or(first, err)
			s.AddIncomplete(discovery.PartResources, err.Error(), part.covers)
			continue
		}
		read = true
	}
	if found && !read {
		return false, first
	}
	return found, nil
}

func (set *Set) fidelity(s *discovery.Surface, docs decoded, discovered bool) discovery.Fidelity {
	f := discovery.Fidelity{Scope: discovery.All, Verbs: discovery.All, Subresources: discovery.All}
	if discovered {
		f.Preferred, f.Names = discovery.All, discovery.All
	}
	if docs.published() {
		f.Disabled = discovery.All
	}
	if len(docs.list) > 0 {
		f.Parameters, f.MediaTypes, f.Fields, f.Required = discovery.All, discovery.All, discovery.All, discovery.All
		f.Topology, f.Descriptions, f.FieldFacts = discovery.All, discovery.All, discovery.All
	}
	if len(set.OpenAPIV3) > 0 && len(docs.list) > 0 {
		f.Defaults, f.Constraints = discovery.All, discovery.All
	}
	if docs.enums(s) {
		f.Enums = discovery.All
	}
	return f
}

// published reports whether the documents are those of the Kubernetes repository, which are
// generated with every API enabled and have no version. A server writes its version into them, and
// omits what it does not serve.
func (docs decoded) published() bool {
	return len(docs.list) > 0 && !slices.ContainsFunc(docs.list, func(d versionDocument) bool {
		return d.doc.Version != "unversioned"
	})
}

// release sets the version and the release from the documents if they are unknown.
func (docs decoded) release(s *discovery.Surface) {
	for _, d := range docs.list {
		if s.Release.Known() {
			return
		}
		if r, ok := d.release(); ok {
			s.Version, s.Release = d.doc.Version, r
		}
	}
}

// decoded has the OpenAPI documents of a set that could be read.
type decoded struct {
	list []versionDocument
}

type versionDocument struct {
	// gv is the group-version of the document; empty for a swagger v2 document, which has all
	// group-versions.
	gv      discovery.GroupVersion
	swagger bool
	doc     *openapi.Document
	// broken: the document is incomplete, so its schemas are unknown.
	broken bool
}

func (set *Set) decode(s *discovery.Surface, dec *openapi.Decoder, discovered bool) (docs decoded) {
	for _, gv := range slices.SortedFunc(maps.Keys(set.OpenAPIV3), discovery.CompareGroupVersion) {
		found, done := set.Decoded[gv]
		if !done {
			found.Document, found.Err = dec.Decode(set.OpenAPIV3[gv])
		}
		if found.Err != nil {
			s.AddIncomplete(lost(discovered), "its OpenAPI document cannot be read: "+found.Err.Error(), gv)
			continue
		}
		docs.list = append(docs.list, versionDocument{gv: gv, doc: found.Document})
	}
	if set.Swagger != nil {
		doc, err := dec.Decode(set.Swagger)
		if err != nil {
			s.AddIncomplete(lost(discovered), "the swagger document cannot be read: "+err.Error(), discovery.EveryCore(), discovery.EveryNamed())
			return docs
		}
		docs.list = append(docs.list, versionDocument{swagger: true, doc: doc})
	}
	return docs
}

// lost returns what is unknown without an OpenAPI document. Its resources are known only if
// something else shows them.
func lost(resourcesKnown bool) discovery.Part {
	if resourcesKnown {
		return discovery.PartSchemas
	}
	return discovery.PartResources
}

// addTo adds parameters, media types and schemas, and resources if there was no discovery.
func (docs decoded) addTo(s *discovery.Surface, discovered bool) {
	media := map[string]bool{}
	for _, d := range docs.list {
		byVersion, types := d.doc.Resources()
		for _, m := range types {
			media[m] = true
		}
		for gv, resources := range byVersion {
			if !d.swagger && gv != d.gv {
				continue
			}
			if _, unknown := s.Unknown(gv, discovery.PartResources); unknown {
				continue
			}
			if discovered {
				enrich(s.GroupVersion(gv), resources)
			} else {
				s.AddGroupVersion(gv).Resources = resources
			}
			if v := s.GroupVersion(gv); v != nil && d.doc.Title == crdTitle {
				v.Enforcement = discovery.BySchema
			}
		}
	}
	s.MediaTypes = slices.Sorted(maps.Keys(media))
	docs.addSchemas(s)
}

// The titles of the documents of built-in and of custom resources; see kube-apiserver and
// apiextensions-apiserver.
const (
	kubernetesTitle = "Kubernetes"
	crdTitle        = "Kubernetes CRD Swagger"
)

// own reports whether the API server wrote the document, and not another server behind it.
func (d versionDocument) own() bool { return d.doc.Title == kubernetesTitle || d.doc.Title == crdTitle }

// enrich adds what only OpenAPI shows to discovered resources. Discovery determines which resources
// exist.
func enrich(v *discovery.Version, resources []discovery.Resource) {
	if v == nil {
		return
	}
	for _, from := range resources {
		r := v.Resource(from.Name)
		if r == nil {
			continue
		}
		r.Parameters, r.Schema = from.Parameters, from.Schema
		for i := range r.Subresources {
			if sub, ok := from.Subresource(r.Subresources[i].Name); ok {
				r.Subresources[i].Parameters, r.Subresources[i].Schema = sub.Parameters, sub.Schema
			}
		}
	}
}

// addSchemas merges the schemas of all documents. If documents differ in a schema, the most
// frequent one becomes the schema, and the others become variants of their group-versions.
func (docs decoded) addSchemas(s *discovery.Surface) {
	type body struct {
		schema *discovery.Schema
		in     []discovery.GroupVersion
	}
	all := map[string][]body{}
	for _, d := range docs.list {
		if d.broken {
			continue
		}
		for name, schema := range d.doc.Schemas {
			bodies := all[name]
			// A decoder returns the same pointer for equal texts.
			i := slices.IndexFunc(bodies, func(b body) bool { return b.schema == schema })
			if i < 0 {
				all[name] = append(bodies, body{schema, []discovery.GroupVersion{d.gv}})
				continue
			}
			bodies[i].in = append(bodies[i].in, d.gv)
		}
	}
	for name, bodies := range all {
		main := 0
		for i := range bodies {
			if len(bodies[i].in) > len(bodies[main].in) {
				main = i
			}
		}
		s.Schemas[name] = bodies[main].schema
		for i, b := range bodies {
			if i == main {
				continue
			}
			for _, gv := range b.in {
				s.AddSchemaVariant(gv, name, b.schema)
			}
		}
	}
}

// enums reports whether the documents show enums. Kubernetes publishes its documents without enums
// (OpenAPIEnums=false); live servers show them.
func (docs decoded) enums(s *discovery.Surface) bool {
	if slices.ContainsFunc(docs.list, func(d versionDocument) bool { return d.doc.Title == crdTitle }) {
		return true // a server always shows the enums of custom resources
	}
	for _, schema := range s.Schemas {
		if hasEnum(schema) {
			return true
		}
	}
	return false
}

func hasEnum(s *discovery.Schema) bool {
	if len(s.Enum) > 0 {
		return true
	}
	for part := range s.Parts() {
		if hasEnum(part) {
			return true
		}
	}
	return false
}
