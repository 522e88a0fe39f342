package snapshot

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/unjson"
)

// manifestName is the file that makes a folder a snapshot.
const manifestName = "kubedelta-snapshot.json"

const (
	apiVersion = "kubedelta.dev/v1"
	kind       = "Snapshot"
)

// Manifest says what a set was read from, or is to be written as.
type Manifest struct {
	// Source is how the user named the place the set was recorded from:
	// "context:prod". A URL is cut down to its scheme when it is written.
	Source string
	// GitVersion is the server's version, "v1.30.2"; "" if it is not known.
	GitVersion string
	// AllServed: the documents are of a server with every API turned on, as the
	// Kubernetes repository publishes them, so that an API which is off by
	// default is shown all the same (discovery.Fidelity.Disabled is All).
	AllServed bool
	// SourceKind is what Read found; Write takes no notice of it.
	SourceKind discovery.SourceKind
	// Only lists the group-versions that the source speaks of, where it is one
	// document of a few of them; version "*" stands for all versions of the
	// group. Nil: it speaks of the whole API. Write takes no notice of it.
	Only []discovery.GroupVersion
}

// manifestFile is the manifest on disk.
type manifestFile struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Source     string `json:"source,omitempty"`
	Version    string `json:"version,omitempty"`
	AllServed  bool   `json:"allServed,omitzero"`
	// Files lists the documents, so that one which got lost is known to be
	// missing: its absence must not look like a removed API.
	Files      []string               `json:"files"`
	Incomplete []discovery.Incomplete `json:"incomplete,omitempty"`
	Unstated   []discovery.Unstated   `json:"untold,omitempty"`
}

func (f manifestFile) encode() ([]byte, error) {
	data, err := json.Marshal(f, jsontext.WithIndent("  "))
	if err != nil {
		return nil, fmt.Errorf("the snapshot's manifest cannot be written: %w", err)
	}
	return append(data, '\n'), nil
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
