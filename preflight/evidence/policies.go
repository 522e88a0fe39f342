package evidence

// The admission policies and their bindings, for Evidence.Policies and PolicyBindings.
//
//nolint:gochecknoglobals // constants
var (
	ValidatingPolicies       = Resource{"admissionregistration.k8s.io", "validatingadmissionpolicies"}
	ValidatingPolicyBindings = Resource{"admissionregistration.k8s.io", "validatingadmissionpolicybindings"}
	MutatingPolicies         = Resource{"admissionregistration.k8s.io", "mutatingadmissionpolicies"}
	MutatingPolicyBindings   = Resource{"admissionregistration.k8s.io", "mutatingadmissionpolicybindings"}
)

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

// PolicyParam is a binding's reference to parameters. NotFound is "Deny" or "Allow".
type PolicyParam struct{ Namespace, NotFound string }

// PolicyMatch is what a policy or a binding applies to, as servers send it. A binding without rules
// applies to everything that its policy applies to.
type PolicyMatch struct {
	NamespaceSelector Selector      `json:"namespaceSelector"`
	ObjectSelector    Selector      `json:"objectSelector"`
	Rules             []WebhookRule `json:"resourceRules"`
	Excludes          []WebhookRule `json:"excludeResourceRules"`
}
