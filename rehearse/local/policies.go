package local

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/go-json-experiment/json"
)

// sentinel is the name of the objects that show whether the server applies policies. admitting is
// its message if it does.
const (
	sentinel  = "kubedelta-rehearsal"
	admitting = "the policy of the rehearsal itself"
)

// admits waits until the server applies its policies, and has read the parameters of each kind. A
// server needs a moment for that and does not report it. So more policies, each of which refuses an
// object of its own, are created after the others, and these objects are sent.
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
		// If another policy refuses it first, the server applies policies too.
		if !admitted && !refused {
			return errors.New("the local API server did not apply ValidatingAdmissionPolicies within the time limit")
		}
	}
	return nil
}

// sentinel creates a policy that refuses the ConfigMap with its own name, with parameters of a
// kind; with none for the zero value.
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
