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

// readDocument reads a file that contains one OpenAPI document.
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
		if inBraces(data) {
			err = ErrManifests
		}
		return nil, Manifest{}, err
	}
	switch h.format {
	case "swagger":
		return &documents.Set{Swagger: data}, Manifest{SourceKind: discovery.SourceSwagger}, nil
	case "openapi":
		if len(h.groupVersions) == 0 {
			return nil, Manifest{}, errors.New("it is an OpenAPI v3 document, but none of its paths is below /api/<version> or /apis/<group>/<version>: it does not describe a Kubernetes API")
		}
		// [documents.Set.Surface] assigns the paths to group-versions.
		set := &documents.Set{OpenAPIV3: map[discovery.GroupVersion][]byte{}}
		for _, gv := range h.groupVersions {
			set.OpenAPIV3[gv] = data
		}
		return set, Manifest{SourceKind: discovery.SourceOpenAPI, Only: only(h.groupVersions)}, nil
	default:
		return nil, Manifest{}, h.refusal()
	}
}

// fromYAML converts an OpenAPI document to JSON, which all other code reads. It identifies the file
// by the names at the beginning of lines, so that a large file of manifests is not parsed twice.
func fromYAML(text []byte) ([]byte, error) {
	if !regexp.MustCompile(`(?m)^["']?(openapi|swagger)["']?[ \t]*:`).Match(text) {
		if regexp.MustCompile(`(?m)^["']?(apiVersion|kind)["']?[ \t]*:`).Match(text) {
			return nil, ErrManifests
		}
		return nil, errors.New("it is neither JSON nor a YAML document with an \"openapi\", \"swagger\" or \"kind\" field")
	}
	var found []byte
	for doc, err := range manifest.Documents(text) {
		if err != nil {
			return nil, err
		}
		if found != nil {
			return nil, fmt.Errorf("line %d: a second document begins; the file must contain only one OpenAPI document", doc.Line)
		}
		found = doc.JSON
	}
	return found, nil
}

// inBraces reports whether a text that is not JSON begins with an object of Kubernetes as a YAML
// mapping in braces.
func inBraces(data []byte) bool {
	for doc, err := range manifest.Documents(data) {
		if err != nil {
			return false
		}
		h, err := headOf(doc.JSON)
		return err == nil && h.kind != "" && h.format == ""
	}
	return false
}

// only returns what a single document covers: its group-version, or its group if it has several
// versions. A document with several groups was merged by a user, and covers the whole API.
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
