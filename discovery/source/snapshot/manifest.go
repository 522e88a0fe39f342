package snapshot

import (
	"fmt"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/unjson"
)

// manifestName is the name of a snapshot's manifest.
const manifestName = "kubedelta-snapshot.json"

const (
	apiVersion = "kubedelta.dev/v1"
	kind       = "Snapshot"
)

// Manifest describes the source of a set.
type Manifest struct {
	// Source is the source as the user named it: "context:prod". Only the scheme of a URL is
	// written.
	Source string
	// GitVersion is the server's version, "v1.30.2"; "" if it is unknown.
	GitVersion string
	// AllServed: the documents are from a server with every API enabled, as in the Kubernetes
	// repository, so they also show APIs that are disabled by default.
	AllServed bool
	// SourceKind is set by Read and ignored by Write.
	SourceKind discovery.SourceKind
	// Only lists the group-versions that a single document covers, "*" for all versions of a group.
	// Nil: it covers the complete API. Write ignores it.
	Only []discovery.GroupVersion
}

type manifestFile struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Source     string `json:"source,omitempty"`
	Version    string `json:"version,omitempty"`
	AllServed  bool   `json:"allServed,omitzero"`
	// Files lists the documents. A lost document is reported as missing, so that its API does not
	// look removed.
	Files      []string               `json:"files"`
	Incomplete []discovery.Incomplete `json:"incomplete,omitempty"`
	Unstated   []discovery.Unstated   `json:"untold,omitempty"`
}

func decodeManifest(data []byte) (manifestFile, error) {
	var f manifestFile
	if err := json.Unmarshal(data, &f); err != nil {
		return f, fmt.Errorf("%s is not valid: %w", manifestName, unjson.Sentence(err))
	}
	if f.Kind != kind {
		return f, fmt.Errorf("%s is of the kind %q; expected %q", manifestName, f.Kind, kind)
	}
	if f.APIVersion != apiVersion {
		return f, fmt.Errorf("%s has the format %q, and this version of kubedelta reads %q: use a newer version, or create the snapshot again", manifestName, f.APIVersion, apiVersion)
	}
	return f, nil
}
