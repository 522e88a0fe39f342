// Package documents converts what an API server publishes to a [discovery.Surface]: the version
// document, aggregated or plain discovery, and OpenAPI v3 or swagger v2.
//
// It owns which document determines what. Discovery determines resources, verbs, names and
// freshness. OpenAPI determines parameters, media types and schemas, and also resources if there is
// no discovery. The package must not read files or send requests; the packages below
// discovery/source do.
package documents

import (
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/openapi"
)

// Set has the recorded documents of an API server, byte for byte, except for the server's
// addresses, which a recorder removes. Nil means absent.
type Set struct {
	// Version is the body of /version.
	Version []byte
	// AggregatedAPI and AggregatedAPIs are the bodies of /api and /apis as
	// APIGroupDiscoveryList (apidiscovery.k8s.io v2 or v2beta1).
	AggregatedAPI, AggregatedAPIs []byte
	// APIVersions is the plain body of /api, GroupList the plain body of /apis, ResourceLists the
	// bodies of /api/v1 and /apis/<group>/<version>. They are used if there is no aggregated
	// discovery.
	APIVersions, GroupList []byte
	ResourceLists          map[discovery.GroupVersion][]byte
	// OpenAPIV3 holds the documents of /openapi/v3, by group-version.
	OpenAPIV3 map[discovery.GroupVersion][]byte
	// Decoded has those documents that were decoded when they were read. Their bytes are not kept:
	// a release has 11 MB.
	Decoded map[discovery.GroupVersion]Decoded
	// Swagger is the body of /openapi/v2, recorded if there is no v3.
	Swagger []byte
	// CustomResources is a List of CustomResourceDefinitions with the fields that the OpenAPI
	// documents do not contain.
	CustomResources []byte
	// Unstated lists what the user was not permitted to read.
	Unstated []discovery.Unstated
	// Incomplete lists what the recorder could not read.
	Incomplete []discovery.Incomplete
}

// Decoded is a document, or the error of decoding it.
type Decoded struct {
	Document *openapi.Document
	Err      error
}

// Decode decodes an OpenAPI v3 document. The caller may reuse data afterwards.
func (set *Set) Decode(gv discovery.GroupVersion, data []byte, dec *openapi.Decoder) {
	if set.Decoded == nil {
		set.Decoded = map[discovery.GroupVersion]Decoded{}
	}
	doc, err := dec.Decode(data)
	set.Decoded[gv], set.OpenAPIV3[gv] = Decoded{doc, err}, nil
}
