package main

import (
	"k8s.io/kube-openapi/pkg/validation/spec"
)

// bundle is everything the modules of one release say of its API: the document
// this program writes.
type bundle struct {
	// Release is the minor, "1.37"; Version the patch the modules belong to.
	Release string `json:"release"`
	Version string `json:"version"`
	// Modules are the versions of the modules read, by path.
	Modules   map[string]string `json:"modules"`
	Resources []resource        `json:"resources"`
	OpenAPI   openAPI           `json:"openapi"`
}

// resource is one resource of one group-version. KindGroup and KindVersion are
// set where the kind is of another group-version than the URL.
type resource struct {
	Group        string        `json:"group"`
	Version      string        `json:"version"`
	Resource     string        `json:"resource"`
	Kind         string        `json:"kind"`
	KindGroup    string        `json:"kindGroup,omitempty"`
	KindVersion  string        `json:"kindVersion,omitempty"`
	Namespaced   bool          `json:"namespaced"`
	Verbs        []string      `json:"verbs"`
	Subresources []subresource `json:"subresources,omitempty"`
}

// subresource is one path below the objects of a resource. Kind is empty where
// no method of the client takes or gives an object.
type subresource struct {
	Name        string   `json:"name"`
	Kind        string   `json:"kind,omitempty"`
	KindGroup   string   `json:"kindGroup,omitempty"`
	KindVersion string   `json:"kindVersion,omitempty"`
	Verbs       []string `json:"verbs"`
}

// openAPI has the form of an OpenAPI v3 document, so that the decoder of real
// documents reads it.
type openAPI struct {
	Components components `json:"components"`
}

type components struct {
	Schemas map[string]*spec.Schema `json:"schemas"`
}
