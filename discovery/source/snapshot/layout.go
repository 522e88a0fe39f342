package snapshot

import (
	"path"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// part is the kind of a document.
type part int

const (
	partManifest part = iota
	partVersion
	partAPI      // /api, aggregated or plain
	partAPIs     // /apis, aggregated or plain
	partAPIsBeta // /apis of the repository as v2beta1, used if there is no v2
	partList     // plain list of the resources of a group-version
	partOpenAPI  // OpenAPI v3 of a group-version
	partSwagger
	partDefinitions // of custom resources
)

// slot is what a document is about.
type slot struct {
	part part
	gv   discovery.GroupVersion
	// upstream: the file is named as in the Kubernetes repository.
	upstream bool
}

// discovery reports whether the document is part of discovery.
func (s slot) discovery() bool {
	return s.part == partAPI || s.part == partAPIs || s.part == partAPIsBeta || s.part == partList
}

// covers lists the group-versions that the document is about.
func (s slot) covers() []discovery.GroupVersion {
	switch s.part {
	case partAPI:
		return []discovery.GroupVersion{discovery.EveryCore()}
	case partAPIs, partAPIsBeta:
		return []discovery.GroupVersion{discovery.EveryNamed()}
	case partList, partOpenAPI:
		return []discovery.GroupVersion{s.gv}
	case partSwagger:
		return []discovery.GroupVersion{discovery.EveryCore(), discovery.EveryNamed()}
	default:
		return nil
	}
}

// single are the files that are the only ones of their part, or one of two forms.
//
//nolint:gochecknoglobals // a constant
var single = map[string]part{
	manifestName: partManifest, "version.json": partVersion, "swagger.json": partSwagger, "customresourcedefinitions.json": partDefinitions,
	"discovery/api.json": partAPI, "discovery/plain/api.json": partAPI, "discovery/apis.json": partAPIs, "discovery/plain/apis.json": partAPIs,
}

// place returns what a file is about, given its slash-separated path. It returns false for files
// that are not part of a snapshot.
func place(name string) (slot, bool) {
	if part, ok := single[name]; ok {
		return slot{part: part}, true
	}
	if rest, plain := strings.CutPrefix(name, "discovery/plain/"); plain {
		gv, ok := groupVersion(strings.TrimSuffix(rest, ".json"))
		return slot{part: partList, gv: gv}, ok && path.Ext(rest) == ".json"
	}
	if rest, json := strings.CutSuffix(name, ".json"); json {
		if gv, ok := groupVersion(rest); ok {
			return slot{part: partOpenAPI, gv: gv}, true
		}
	}
	return placeUpstream(name)
}

// Reads reports whether [Assemble] reads a file with this slash-separated path. Callers that
// download files one by one ask first.
func Reads(name string) bool {
	_, ok := place(name)
	return ok
}

// placeUpstream is place for the files of the Kubernetes repository, which have "__" for the
// slashes of URLs. The path starts at the root of the repository, at api/ or at a folder of api/.
func placeUpstream(name string) (slot, bool) {
	name = strings.TrimPrefix(name, "api/")
	switch name {
	case "openapi-spec/swagger.json":
		return slot{part: partSwagger, upstream: true}, true
	case "discovery/aggregated_v2.json", "discovery/apis.json":
		return slot{part: partAPIs, upstream: true}, true
	case "discovery/aggregated_v2beta1.json":
		return slot{part: partAPIsBeta, upstream: true}, true
	case "discovery/api.json":
		return slot{part: partAPI, upstream: true}, true
	}
	if file, ok := strings.CutPrefix(name, "discovery/"); ok {
		gv, ok := upstreamVersion(strings.TrimSuffix(file, ".json"))
		return slot{part: partList, gv: gv, upstream: true}, ok && path.Ext(file) == ".json"
	}
	name = strings.TrimPrefix(strings.TrimPrefix(name, "openapi-spec/"), "v3/")
	if url, ok := strings.CutSuffix(name, "_openapi.json"); ok {
		gv, ok := upstreamVersion(url)
		return slot{part: partOpenAPI, gv: gv, upstream: true}, ok
	}
	return slot{}, false
}

// upstreamVersion reads "api__v1" and "apis__apps__v1".
func upstreamVersion(name string) (discovery.GroupVersion, bool) {
	gv, ok := groupVersion(strings.ReplaceAll(name, "__", "/"))
	return gv, ok && !strings.Contains(name, "/")
}

// groupVersion reads "api/v1" and "apis/apps/v1".
func groupVersion(path string) (discovery.GroupVersion, bool) {
	gv, _, ok := discovery.ParsePath(path)
	return gv, ok && gv.Path() == "/"+path && validNames(gv)
}

// validNames reports whether the version, and the group if there is one, are valid names.
func validNames(gv discovery.GroupVersion) bool {
	return validName(gv.Version) && (gv.Group == "" || validName(gv.Group))
}

// validName reports whether an API server accepts the name of a group or a version: DNS labels.
// Names come from untrusted servers and become paths.
func validName(s string) bool {
	if s == "" || len(s) > 253 || s[0] == '.' || s[len(s)-1] == '.' || strings.Contains(s, "..") {
		return false
	}
	other := func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '.'
	}
	return !strings.ContainsFunc(s, other)
}

// below reports whether a folder may contain documents, so that reading the root of a repository by
// mistake does not read all of its folders.
func below(folder string) bool {
	switch folder {
	case "api", "apis", "discovery", "discovery/plain", "discovery/plain/api", "discovery/plain/apis",
		"openapi-spec", "openapi-spec/v3", "v3", "api/openapi-spec", "api/openapi-spec/v3", "api/discovery":
		return true
	}
	parent := path.Dir(folder)
	return parent == "apis" || parent == "discovery/plain/apis"
}
