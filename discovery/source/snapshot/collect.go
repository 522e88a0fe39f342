package snapshot

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/openapi"
)

// Assemble builds a set from files by their slash-separated path, in the layout of a snapshot or of
// the Kubernetes repository. It ignores other files.
func Assemble(files map[string][]byte) (*documents.Set, Manifest, error) {
	c := newCollector(nil)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if s, ok := place(name); ok {
			if err := c.add(s, name, files[name]); err != nil {
				return nil, Manifest{}, err
			}
		}
	}
	set, m := c.finish()
	return set, m, nil
}

// collector adds documents to a set, in any order.
type collector struct {
	set      documents.Set
	manifest *manifestFile
	// paths are the documents that were found; broken has the reason for those that could not be
	// read.
	paths  map[string]bool
	broken map[string]string
	// upstream: documents have the file names of the Kubernetes repository.
	upstream bool
	// beta is the repository's /apis as v2beta1.
	beta []byte
	// decoder, if not nil, decodes OpenAPI documents as they are added.
	decoder *openapi.Decoder
	// described: a document contains the member "openapi".
	described bool
}

func newCollector(dec *openapi.Decoder) *collector {
	return &collector{
		decoder: dec,
		set:     documents.Set{ResourceLists: map[discovery.GroupVersion][]byte{}, OpenAPIV3: map[discovery.GroupVersion][]byte{}},
		paths:   map[string]bool{}, broken: map[string]string{},
	}
}

// add adds one document. A text that is not a JSON object, such as an error page or an empty file,
// is recorded as a document that could not be read. The error begins with the name of the file.
func (c *collector) add(s slot, name string, data []byte) (err error) {
	c.paths[name] = true
	c.upstream = c.upstream || s.upstream
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if reason := notAnObject(data); reason != "" {
		if s.part == partManifest || s.part == partVersion {
			return fmt.Errorf("%s %s", name, reason)
		}
		c.broken[name] = reason
		return nil
	}
	switch s.part {
	case partManifest:
		f, err := decodeManifest(data)
		c.manifest = &f
		return err
	case partVersion:
		c.set.Version = data
	case partOpenAPI:
		c.described = c.described || bytes.Contains(data, []byte(`"openapi"`))
		if c.decoder != nil {
			c.set.Decode(s.gv, data, c.decoder)
		} else {
			c.set.OpenAPIV3[s.gv] = data
		}
	case partSwagger:
		c.set.Swagger = data
	case partDefinitions:
		c.set.CustomResources = data
	case partAPI, partAPIs, partAPIsBeta, partList:
		if data, err = documents.WithoutAddresses(data); err != nil {
			c.broken[name] = "is not valid JSON: " + err.Error()
			return nil //nolint:nilerr // the error is recorded, and the other documents are read
		}
		c.addDiscovery(s, data)
	}
	return nil
}

// describes reports whether any document is one of an API server by its content, not only by its
// file name.
func (c *collector) describes() bool {
	for name := range c.paths {
		if s, _ := place(name); s.part != partOpenAPI {
			return true
		}
	}
	return c.described
}

// addDiscovery distinguishes aggregated from plain discovery by the kind: the repository has plain
// discovery in files that are aggregated discovery in a snapshot.
func (c *collector) addDiscovery(s slot, data []byte) {
	aggregated := bytes.Contains(data, []byte(`APIGroupDiscoveryList`))
	switch {
	case s.part == partList:
		c.set.ResourceLists[s.gv] = data
	case s.part == partAPIsBeta:
		c.beta = data
	case s.part == partAPI && aggregated:
		c.set.AggregatedAPI = data
	case s.part == partAPI:
		c.set.APIVersions = data
	case aggregated:
		c.set.AggregatedAPIs = data
	default:
		c.set.GroupList = data
	}
}

// finish decides which documents are used.
func (c *collector) finish() (*documents.Set, Manifest) {
	version, _ := documents.GitVersion(c.set.Version) // "" if there is none
	m := Manifest{SourceKind: discovery.SourceOpenAPI, GitVersion: version, AllServed: c.upstream}
	if f := c.manifest; f != nil {
		m = Manifest{SourceKind: discovery.SourceSnapshot, Source: f.Source, GitVersion: f.Version, AllServed: f.AllServed}
		c.set.Incomplete, c.set.Unstated = f.Incomplete, f.Unstated
		for _, name := range f.Files {
			if s, ok := place(name); ok && !c.paths[name] {
				c.missing(s, name+" is missing from the snapshot")
			}
		}
	} else {
		c.settleForeign()
		if len(c.set.OpenAPIV3) == 0 && c.set.Swagger != nil {
			m.SourceKind = discovery.SourceSwagger
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.broken)) {
		s, _ := place(name)
		c.missing(s, name+" "+c.broken[name])
	}
	return &c.set, m
}

// missing records what is unknown because a document is missing. Without discovery, which lists the
// resources, a missing OpenAPI document leaves the resources unknown too.
func (c *collector) missing(s slot, reason string) {
	part := discovery.PartResources
	if c.discovered() && !s.discovery() {
		part = discovery.PartSchemas
	}
	if c.manifest == nil && !c.discovered() && s.discovery() {
		return // Discovery is not used: the OpenAPI documents list the resources.
	}
	for _, gv := range s.covers() {
		c.set.Incomplete = append(c.set.Incomplete, discovery.Incomplete{GroupVersion: gv, Part: part, Reason: reason})
	}
}

func (c *collector) discovered() bool {
	s := &c.set
	return s.AggregatedAPI != nil || s.AggregatedAPIs != nil || s.APIVersions != nil || s.GroupList != nil
}

// notAnObject describes a text that is not a JSON object; "" if it may be one.
func notAnObject(data []byte) string {
	text := bytes.TrimLeft(data, " \t\r\n")
	switch {
	case len(text) == 0:
		return "is empty"
	case text[0] == '{':
		return ""
	case text[0] == '<':
		return "is HTML or XML, not JSON: an error or login page was saved in its place"
	default:
		return "is not JSON"
	}
}

// settleForeign selects documents in a layout without a manifest: OpenAPI v3 before swagger v2,
// which has less. Half of discovery is not used: resources of the other half would look removed.
func (c *collector) settleForeign() {
	set := &c.set
	if set.AggregatedAPIs == nil {
		set.AggregatedAPIs = c.beta
	}
	if set.AggregatedAPI != nil {
		set.APIVersions = nil
	}
	if set.AggregatedAPIs != nil {
		set.GroupList = nil
	}
	core, others := set.AggregatedAPI != nil || set.APIVersions != nil, set.AggregatedAPIs != nil || set.GroupList != nil
	openAPI := len(set.OpenAPIV3) > 0 || set.Swagger != nil
	if openAPI && (!core || !others || !c.listed()) {
		set.AggregatedAPI, set.AggregatedAPIs, set.APIVersions, set.GroupList = nil, nil, nil, nil
	}
	if set.APIVersions == nil && set.GroupList == nil {
		clear(set.ResourceLists)
	}
	if len(set.OpenAPIV3) > 0 {
		set.Swagger = nil
	}
	if !openAPI {
		has := map[string]bool{"discovery/api.json": core, "discovery/apis.json": others}
		for _, name := range slices.Sorted(maps.Keys(has)) {
			if s, _ := place(name); !has[name] && c.broken[name] == "" {
				c.missing(s, name+" is missing")
			}
		}
	}
}

// listed reports whether plain discovery has the lists of all group-versions that have an OpenAPI
// document.
func (c *collector) listed() bool {
	set := &c.set
	for gv := range set.OpenAPIV3 {
		plain := set.GroupList != nil
		if gv.Group == "" {
			plain = set.APIVersions != nil
		}
		if _, listed := set.ResourceLists[gv]; plain && !listed {
			return false
		}
	}
	return true
}
