package discovery

import "strings"

// Scope says whether the objects of a resource are in a namespace.
type Scope string

// The scopes, as in aggregated discovery and CRDs.
const (
	Namespaced   Scope = "Namespaced"
	Cluster      Scope = "Cluster"
	ScopeUnknown Scope = ""
)

// Resource is a resource of a group-version, with its subresources.
type Resource struct {
	// Name is the plural, as in the URL: "deployments".
	Name string `json:"name"`
	// Kind is the kind of the objects. Its group-version is that of the resource, unless
	// KindGroupVersion is set.
	Kind string `json:"kind,omitempty"`
	// KindGroupVersion is set if the body has another group-version than the URL (such as
	// autoscaling/v1 Scale below apps/v1).
	KindGroupVersion *GroupVersion `json:"kindGroupVersion,omitempty"`
	Singular         string        `json:"singular,omitempty"`
	ShortNames       []string      `json:"shortNames,omitempty"`
	Categories       []string      `json:"categories,omitempty"`
	Scope            Scope         `json:"scope,omitempty"`
	// Verbs are sorted: create, delete, deletecollection, get, list, patch, update, watch.
	Verbs        []string      `json:"verbs,omitempty"`
	Subresources []Subresource `json:"subresources,omitempty"`
	// Parameters are the sorted query parameters of each verb.
	Parameters map[string][]string `json:"parameters,omitempty"`
	// Schema names the OpenAPI schema of the kind: "io.k8s.api.apps.v1.Deployment".
	Schema string `json:"schema,omitempty"`
	// Disabled: the release has it, but an API server does not serve it by default.
	Disabled bool `json:"disabled,omitzero"`
	// Lifecycle is the lifecycle of the version, if it is known.
	Lifecycle Lifecycle `json:"lifecycle,omitzero"`
	// DeprecationWarning is the server's warning for users of a deprecated version (CRD
	// versions[].deprecationWarning). It is untrusted text.
	DeprecationWarning string `json:"deprecationWarning,omitempty"`
	// DeprecatedHere: the source itself states that the version is deprecated (CRD
	// versions[].deprecated), whatever the release.
	DeprecatedHere bool `json:"deprecated,omitzero"`
	// Custom is set if the source shows the CustomResourceDefinition.
	Custom *CustomResource `json:"custom,omitempty"`
}

// IsRequest reports whether objects of a kind are requests that a server answers and does not store.
func IsRequest(kind string) bool { return kind == "Binding" || strings.HasSuffix(kind, "Review") }

// Subresource is a path below the objects of a resource: "status", "scale".
type Subresource struct {
	Name             string              `json:"name"`
	Kind             string              `json:"kind,omitempty"`
	KindGroupVersion *GroupVersion       `json:"kindGroupVersion,omitempty"`
	Verbs            []string            `json:"verbs,omitempty"`
	Parameters       map[string][]string `json:"parameters,omitempty"`
	// Schema names the OpenAPI schema of the request or response body.
	Schema string `json:"schema,omitempty"`
}

// Subresource returns a subresource by name.
func (r *Resource) Subresource(name string) (Subresource, bool) {
	for _, s := range r.Subresources {
		if s.Name == name {
			return s, true
		}
	}
	return Subresource{}, false
}
