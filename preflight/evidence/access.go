package evidence

// Policy is a ValidatingAdmissionPolicy or a MutatingAdmissionPolicy.
type Policy struct {
	Object
	// Mutating is false for a validating policy.
	Mutating      bool
	FailurePolicy string
	Match         PolicyMatch
	// ParamVersion and ParamKind are the type of its parameters; "" if it has none.
	ParamVersion, ParamKind string
	// Conditions and Validations are the CEL expressions of matchConditions and
	// validations.
	Conditions, Validations []string
	// Audits: it has expressions for audit annotations.
	Audits bool
}

// PolicyBinding is the binding of a policy. A policy without a binding has no effect.
type PolicyBinding struct {
	Object
	Mutating bool
	// Policy is the name of the policy.
	Policy string
	// Actions are the validationActions: "Deny", "Warn", "Audit".
	Actions []string
	// Param is its reference to parameters; nil if it has none.
	Param *PolicyParam
	Match PolicyMatch
}

// PolicyParam is a binding's reference to parameters, as servers send it. NotFound is "Deny" or
// "Allow".
type PolicyParam struct {
	Namespace string `json:"namespace"`
	NotFound  string `json:"parameterNotFoundAction"`
}

// PolicyMatch is what a policy or a binding applies to, as servers send it. A binding without rules
// applies to everything that its policy applies to.
type PolicyMatch struct {
	NamespaceSelector Selector      `json:"namespaceSelector"`
	ObjectSelector    Selector      `json:"objectSelector"`
	Rules             []WebhookRule `json:"resourceRules"`
	Excludes          []WebhookRule `json:"excludeResourceRules"`
}

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
