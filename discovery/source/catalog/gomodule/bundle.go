package gomodule

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Bundle is what the reader tells of one release.
type Bundle struct {
	// Release is the minor, "1.37"; Version the patch of the modules, "v1.37.2".
	Release string `json:"release"`
	Version string `json:"version"`
	// Modules are the versions of the modules read, by path.
	Modules map[string]string `json:"modules"`
	// Resources are sorted by group, version and name.
	Resources []Resource `json:"resources"`
	// OpenAPI has the form of an OpenAPI v3 document with nothing but
	// components.schemas: the schemas of all group-versions.
	OpenAPI json.RawMessage `json:"openapi"`
}

// Resource is one resource of one group-version. KindGroup and KindVersion are
// set only where the kind is of another group-version than the resource.
type Resource struct {
	Group        string        `json:"group"`
	Version      string        `json:"version"`
	Resource     string        `json:"resource"`
	Kind         string        `json:"kind"`
	KindGroup    string        `json:"kindGroup,omitempty"`
	KindVersion  string        `json:"kindVersion,omitempty"`
	Namespaced   bool          `json:"namespaced"`
	Verbs        []string      `json:"verbs"`
	Subresources []Subresource `json:"subresources,omitempty"`
}

// Subresource is one path below the objects of a resource, "status". Its kind
// is empty where no method of a client tells it.
type Subresource struct {
	Name        string   `json:"name"`
	Kind        string   `json:"kind,omitempty"`
	KindGroup   string   `json:"kindGroup,omitempty"`
	KindVersion string   `json:"kindVersion,omitempty"`
	Verbs       []string `json:"verbs"`
}

// Decode reads what the reader wrote.
func Decode(document []byte) (*Bundle, error) {
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.DisallowUnknownFields()
	b := &Bundle{}
	if err := decoder.Decode(b); err != nil {
		return nil, fmt.Errorf("the reader's document cannot be decoded; was it written by another version of the reader? %w", err)
	}
	if b.Release == "" || len(b.Resources) == 0 || len(b.OpenAPI) == 0 {
		return nil, fmt.Errorf("the reader's document of Kubernetes %q has %d resources and %d bytes of schemas; it is not whole", b.Release, len(b.Resources), len(b.OpenAPI))
	}
	return b, nil
}
