package snapshot

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/manifest"
)

// readDocument reads a file that is one OpenAPI document.
func readDocument(data []byte) (*documents.Set, Manifest, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if what := notAnObject(data); what != "" {
		if data = bytes.TrimSpace(data); len(data) == 0 || data[0] == '<' {
			return nil, Manifest{}, fmt.Errorf("it %s", what)
		}
		var err error
		if data, err = fromYAML(data); err != nil {
			return nil, Manifest{}, err
		}
	}
	h, err := headOf(data)
	if err != nil {
		return nil, Manifest{}, err
	}
	switch h.format {
	case "swagger":
		return &documents.Set{Swagger: data}, Manifest{SourceKind: discovery.SourceSwagger}, nil
	case "openapi":
		return oneDocument(data, h)
	default:
		return nil, Manifest{}, h.refusal()
	}
}

// fromYAML turns an OpenAPI document into JSON, the form that everything else
// reads. Only names at the line's beginning are looked at to tell what the file
// is, so that a large file of manifests is not parsed twice.
func fromYAML(text []byte) ([]byte, error) {
	if !regexp.MustCompile(`(?m)^["']?(openapi|swagger)["']?[ \t]*:`).Match(text) {
		if regexp.MustCompile(`(?m)^["']?(apiVersion|kind)["']?[ \t]*:`).Match(text) {
			return nil, ErrManifests
		}
		return nil, errors.New("it is neither JSON nor a YAML document with \"openapi\", \"swagger\" or \"kind\" in it")
	}
	var found []byte
	for doc, err := range manifest.Documents(text) {
		if err != nil {
			return nil, err
		}
		if found != nil {
			return nil, fmt.Errorf("line %d: a second document begins; an OpenAPI document is alone in its file", doc.Line)
		}
		found = doc.JSON
	}
	return found, nil
}

// oneDocument makes a set of an OpenAPI v3 document. The document stands under
// every group-version that its paths serve; which of its paths belong to which,
// documents.Set sorts out.
func oneDocument(data []byte, h head) (*documents.Set, Manifest, error) {
	if len(h.groupVersions) == 0 {
		return nil, Manifest{}, errors.New("it is an OpenAPI v3 document, but none of its paths is below /api/<version> or /apis/<group>/<version>: it does not describe a Kubernetes API")
	}
	set := &documents.Set{OpenAPIV3: map[discovery.GroupVersion][]byte{}}
	for _, gv := range h.groupVersions {
		set.OpenAPIV3[gv] = data
	}
	return set, Manifest{SourceKind: discovery.SourceOpenAPI, Only: only(h.groupVersions)}, nil
}

// only tells what a single document speaks of. An API server publishes one
// document a group-version, so that one of them says nothing of the others.
// One with the versions of a group speaks of that group; one with several
// groups was put together by someone, and speaks of the whole API.
func only(served []discovery.GroupVersion) []discovery.GroupVersion {
	if len(served) == 1 {
		return served
	}
	for _, gv := range served {
		if gv.Group != served[0].Group {
			return nil
		}
	}
	return []discovery.GroupVersion{{Group: served[0].Group, Version: discovery.Wildcard}}
}
