package local

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/go-json-experiment/json"
)

// sentinel is the name of what is made to see whether the server admits by policies, and
// admitting what it says then.
const (
	sentinel  = "kubedelta-rehearsal"
	admitting = "the policy of the rehearsal itself"
)

// admits waits until the server admits by the policies that it was given, and has read the
// parameters of each kind. A server takes a moment for it, and tells nobody: so more
// policies, which refuse an object of their own each, are made behind the others and asked
// about.
func (s *Server) admits(ctx context.Context, kinds []paramKind) error {
	for i, k := range append([]paramKind{{}}, kinds...) {
		name := fmt.Sprintf("%s-%d", sentinel, i)
		if err := s.sentinel(ctx, name, k); err != nil {
			return err
		}
		object, err := json.Marshal(map[string]any{"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"name": name, "labels": map[string]any{sentinel: name}}})
		if err != nil {
			return err
		}
		refused := false
		admitted, err := until(ctx, func() (bool, error) {
			code, text, err := s.request(ctx, http.MethodPost, "/api/v1/namespaces/default/configmaps?dryRun=All", object)
			refused = code/100 == 4
			return refused && bytes.Contains(text, []byte(admitting)), err
		})
		if err != nil {
			return err
		}
		// Where another policy refuses it first, the server admits by policies, too.
		if !admitted && !refused {
			return errors.New("the local API server did not apply ValidatingAdmissionPolicies within the time limit")
		}
	}
	return nil
}

// sentinel makes a policy that refuses the ConfigMap of its own name and has parameters of
// a kind; of the zero value it has none.
func (s *Server) sentinel(ctx context.Context, name string, k paramKind) error {
	const version = "admissionregistration.k8s.io/v1"
	metadata := map[string]any{"name": name}
	spec := map[string]any{
		"matchConstraints": map[string]any{
			"objectSelector": map[string]any{"matchLabels": map[string]any{sentinel: name}},
			"resourceRules":  []any{map[string]any{"apiGroups": []any{""}, "apiVersions": []any{"v1"}, "operations": []any{"CREATE"}, "resources": []any{"configmaps"}}},
		},
		"validations": []any{map[string]any{"expression": "object.metadata.name != '" + name + "'", "message": admitting}},
	}
	binding := map[string]any{"policyName": name, "validationActions": []any{"Deny"}}
	if k.Kind != "" {
		spec["paramKind"] = map[string]any{"apiVersion": k.APIVersion, "kind": k.Kind}
		ref := map[string]any{"selector": map[string]any{}, "parameterNotFoundAction": "Deny"}
		if k.namespace != "" {
			ref["namespace"] = k.namespace
		}
		binding["paramRef"] = ref
	}
	for _, o := range []struct {
		path, kind string
		spec       map[string]any
	}{{"validatingadmissionpolicies", policy, spec}, {"validatingadmissionpolicybindings", policyBinding, binding}} {
		body, err := json.Marshal(map[string]any{"apiVersion": version, "kind": o.kind, "metadata": metadata, "spec": o.spec})
		if err != nil {
			return err
		}
		if _, err := s.create(ctx, "/apis/"+version+"/"+o.path, body); err != nil {
			return err
		}
	}
	return nil
}
