package discovery

// Scope says whether objects of a resource live in a namespace.
type Scope string

// The scopes, as aggregated discovery and CRDs write them.
const (
	Namespaced   Scope = "Namespaced"
	Cluster      Scope = "Cluster"
	ScopeUnknown Scope = ""
)

// Resource is one resource of one group-version, with its subresources.
type Resource struct {
	// Name is the plural, as in the URL: "deployments".
	Name string `json:"name"`
	// Kind is the kind of the objects. Its group and version are those of the
	// resource unless KindGroupVersion says otherwise.
	Kind string `json:"kind,omitempty"`
	// KindGroupVersion is set where the body is of another group-version than
	// the URL (as autoscaling/v1 Scale is under apps/v1).
	KindGroupVersion *GroupVersion `json:"kindGroupVersion,omitempty"`
	Singular         string        `json:"singular,omitempty"`
	ShortNames       []string      `json:"shortNames,omitempty"`
	Categories       []string      `json:"categories,omitempty"`
	Scope            Scope         `json:"scope,omitempty"`
	// Verbs in the alphabet's order: create, delete, deletecollection, get,
	// list, patch, update, watch.
	Verbs        []string      `json:"verbs,omitempty"`
	Subresources []Subresource `json:"subresources,omitempty"`
	// Parameters are the query parameters that each verb takes, sorted.
	Parameters map[string][]string `json:"parameters,omitempty"`
	// Schema names the OpenAPI schema of the kind: "io.k8s.api.apps.v1.Deployment".
	Schema string `json:"schema,omitempty"`
	// Disabled: the release has it, a default API server does not serve it.
	Disabled bool `json:"disabled,omitzero"`
	// Lifecycle is the version's plan, where one is recorded.
	Lifecycle Lifecycle `json:"lifecycle,omitzero"`
	// DeprecationWarning is the server's own text for users of a deprecated
	// version (CRD versions[].deprecationWarning). Untrusted.
	DeprecationWarning string `json:"deprecationWarning,omitempty"`
	// DeprecatedHere: the source itself says that this version is deprecated
	// (CRD versions[].deprecated, a Warning header), whatever the release.
	DeprecatedHere bool `json:"deprecated,omitzero"`
	// Custom is set where the source shows the CustomResourceDefinition.
	Custom *CustomResource `json:"custom,omitempty"`
}

// Subresource is one path below a resource's objects: "status", "scale".
type Subresource struct {
	Name             string              `json:"name"`
	Kind             string              `json:"kind,omitempty"`
	KindGroupVersion *GroupVersion       `json:"kindGroupVersion,omitempty"`
	Verbs            []string            `json:"verbs,omitempty"`
	Parameters       map[string][]string `json:"parameters,omitempty"`
	// Schema names the OpenAPI schema of the body that it takes or gives.
	Schema string `json:"schema,omitempty"`
}

// Subresource finds a subresource by name.
func (r *Resource) Subresource(name string) (Subresource, bool) {
	for _, s := range r.Subresources {
		if s.Name == name {
			return s, true
		}
	}
	return Subresource{}, false
}
