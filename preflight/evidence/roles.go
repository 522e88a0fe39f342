package evidence

// Roles and ClusterRoles are for Evidence.Roles.
//
//nolint:gochecknoglobals // constants
var (
	Roles        = Resource{"rbac.authorization.k8s.io", "roles"}
	ClusterRoles = Resource{"rbac.authorization.k8s.io", "clusterroles"}
)

// Role is a Role or a ClusterRole.
type Role struct {
	Object
	// BuiltIn: the API server created it and updates it.
	BuiltIn bool
	Rules   []RoleRule
	// Aggregates are the selectors of the ClusterRoles whose rules it includes.
	Aggregates []Selector
}

// RoleRule is a rule of a role, as servers send it. No names of objects stand for all objects.
type RoleRule struct {
	Groups    []string `json:"apiGroups"`
	Resources []string `json:"resources"`
	Names     []string `json:"resourceNames,omitempty"`
	Verbs     []string `json:"verbs"`
}
