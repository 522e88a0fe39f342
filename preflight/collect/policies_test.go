package collect_test

import (
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// young are resources that the release of the sample does not have.
func young(key evidence.Resource) bool {
	switch key {
	case evidence.ValidatingPolicies, evidence.ValidatingPolicyBindings, evidence.MutatingPolicies, evidence.MutatingPolicyBindings:
		return true
	default:
		return false
	}
}

const policies = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: roles}
spec:
  failurePolicy: Ignore
  paramKind: {apiVersion: v1, kind: ConfigMap}
  matchConstraints:
    namespaceSelector: {matchLabels: {a: b}}
    objectSelector: {}
    resourceRules:
    - {apiGroups: [rbac.authorization.k8s.io], apiVersions: ["*"], resources: [clusterroles], operations: [CREATE], resourceNames: [mine], scope: Cluster}
    excludeResourceRules:
    - {apiGroups: [""], apiVersions: [v1], resources: [pods], operations: ["*"]}
  matchConditions: [{name: c, expression: "request.name == 'a'"}]
  validations: [{expression: "false", message: no}]
  auditAnnotations: [{key: k, valueExpression: "'v'"}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: roles-binding}
spec:
  policyName: roles
  validationActions: [Deny, Audit]
  paramRef: {name: a, namespace: shop, parameterNotFoundAction: Deny}
  matchResources: {resourceRules: [{apiGroups: ["*"], apiVersions: ["*"], resources: ["*"], operations: ["*"]}]}
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: {name: labels}
spec: {matchConstraints: {}, mutations: [{patchType: JSONPatch, jsonPatch: {expression: "[]"}}]}
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicyBinding
metadata: {name: labels-binding}
spec: {policyName: labels}
`

// TestPolicies: what is kept of admission policies and their bindings.
func TestPolicies(t *testing.T) {
	s := clusterOf(t, unpack(t, txtar.File{Name: "objects/policies.yaml", Data: []byte(policies)}), "version=v1.36.0")
	e := read(t, s, options(t, "1.37"))
	object := func(kind, name string) evidence.Object {
		return evidence.Object{APIVersion: "admissionregistration.k8s.io/v1", Kind: kind, Name: name}
	}
	all := []string{"*"}
	of := evidence.PolicyMatch{Rules: []evidence.WebhookRule{{Groups: all, Versions: all, Resources: all, Operations: all}}}
	equal(t, "policies", e.Policies, []evidence.Policy{{
		Object: object("ValidatingAdmissionPolicy", "roles"), FailurePolicy: "Ignore", ParamVersion: "v1", ParamKind: "ConfigMap",
		Match: evidence.PolicyMatch{
			NamespaceSelector: evidence.Selector{Labels: map[string]string{"a": "b"}},
			Rules: []evidence.WebhookRule{{
				Groups: []string{"rbac.authorization.k8s.io"}, Versions: all, Resources: []string{"clusterroles"}, Operations: []string{"CREATE"}, Names: []string{"mine"}, Scope: "Cluster",
			}},
			Excludes: []evidence.WebhookRule{{Groups: []string{""}, Versions: []string{"v1"}, Resources: []string{"pods"}, Operations: all}},
		},
		Conditions: []string{"request.name == 'a'"}, Validations: []string{"false"}, Audits: true,
	}, {Object: object("MutatingAdmissionPolicy", "labels"), Mutating: true}})
	equal(t, "bindings", e.PolicyBindings, []evidence.PolicyBinding{
		{Object: object("ValidatingAdmissionPolicyBinding", "roles-binding"), Policy: "roles", Actions: []string{"Deny", "Audit"}, Param: &evidence.PolicyParam{Namespace: "shop", NotFound: "Deny"}, Match: of},
		{Object: object("MutatingAdmissionPolicyBinding", "labels-binding"), Mutating: true, Policy: "labels"},
	})
}
