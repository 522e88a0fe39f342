// Package documents turns what an API server says of itself, as bytes, into a
// [discovery.Surface]: the version document, aggregated or plain discovery, and
// OpenAPI v3 or swagger v2.
//
// It owns which document is believed about what: discovery about resources,
// verbs, names and freshness; OpenAPI about parameters, media types and
// schemas, and about resources where there is no discovery. It reads nothing by
// itself; fetching and storing belong to the packages below discovery/source.
package documents

import (
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/openapi"
)

// Set is everything recorded of one API server, byte for byte as it came, but
// for addresses of the server, which a recorder takes out. Nil means absent.
type Set struct {
	// Version is the body of /version.
	Version []byte
	// AggregatedAPI and AggregatedAPIs are the bodies of /api and /apis as
	// APIGroupDiscoveryList (apidiscovery.k8s.io v2 or v2beta1).
	AggregatedAPI, AggregatedAPIs []byte
	// APIVersions is the plain body of /api, GroupList the plain body of
	// /apis, ResourceLists the bodies of /api/v1 and /apis/<group>/<version>.
	// They serve where there is no aggregated discovery.
	APIVersions, GroupList []byte
	ResourceLists          map[discovery.GroupVersion][]byte
	// OpenAPIV3 holds the documents of /openapi/v3, by group-version.
	OpenAPIV3 map[discovery.GroupVersion][]byte
	// Decoded are those of them that were decoded as they were read. Their bytes are not
	// kept: a release has 11 MB of them.
	Decoded map[discovery.GroupVersion]Decoded
	// Swagger is the body of /openapi/v2, recorded where there is no v3.
	Swagger []byte
	// CustomResources is a List of CustomResourceDefinitions, of which it holds
	// what the OpenAPI documents do not say.
	CustomResources []byte
	// Unstated is what the server was not allowed to be asked, besides.
	Unstated []discovery.Unstated
	// Incomplete is what the recorder could not read.
	Incomplete []discovery.Incomplete
}

// Decoded is a document, or why it could not be read.
type Decoded struct {
	Document *openapi.Document
	Err      error
}

// Decode decodes a document of OpenAPI v3, whose bytes may be overwritten then.
func (set *Set) Decode(gv discovery.GroupVersion, data []byte, dec *openapi.Decoder) {
	if set.Decoded == nil {
		set.Decoded = map[discovery.GroupVersion]Decoded{}
	}
	doc, err := dec.Decode(data)
	set.Decoded[gv], set.OpenAPIV3[gv] = Decoded{doc, err}, nil
}
