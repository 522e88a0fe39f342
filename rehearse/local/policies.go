package local

import (
	"context"
	"errors"
	"net/http"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/rehearse"
)

// policyOf is the name of the policy that an object is, or binds; "" for any other object.
func policyOf(q *rehearse.Question) string {
	var binding struct {
		Spec struct{ PolicyName string }
	}
	switch q.Kind {
	case policy:
		return q.Name
	case policyBinding:
		_ = json.Unmarshal(q.Body, &binding, json.MatchCaseInsensitiveNames(true)) // the server refuses what is none
	}
	return binding.Spec.PolicyName
}

// paramPolicies are the policies that read other objects.
func paramPolicies(objects []rehearse.Question) map[string]bool {
	all := map[string]bool{}
	for i := range objects {
		var object struct {
			Spec struct{ ParamKind *struct{} }
		}
		if objects[i].Kind == policy && json.Unmarshal(objects[i].Body, &object, json.MatchCaseInsensitiveNames(true)) == nil && object.Spec.ParamKind != nil {
			all[objects[i].Name] = true
		}
	}
	return all
}

const sentinel = "kubedelta-rehearsal"

// admits waits until the server admits by the policies that it was given. A server takes
// a moment for it, and tells nobody: so one more policy, which refuses one object of its
// own, is made behind the others and asked about.
func (s *Server) admits(ctx context.Context) error {
	const version = `{"apiVersion":"admissionregistration.k8s.io/v1","kind":`
	for path, body := range map[string]string{
		"validatingadmissionpolicies": version + `"` + policy + `","metadata":{"name":"` + sentinel + `"},"spec":{"matchConstraints":{"resourceRules":[{"apiGroups":[""],"apiVersions":["v1"],"operations":["CREATE"],"resources":["configmaps"]}]},` +
			`"validations":[{"expression":"object.metadata.name != '` + sentinel + `'"}]}}`,
		"validatingadmissionpolicybindings": version + `"` + policyBinding + `","metadata":{"name":"` + sentinel + `"},"spec":{"policyName":"` + sentinel + `","validationActions":["Deny"]}}`,
	} {
		if _, err := s.create(ctx, "/apis/admissionregistration.k8s.io/v1/"+path, []byte(body)); err != nil {
			return err
		}
	}
	admitted, err := until(ctx, func() (bool, error) {
		code, _, err := s.request(ctx, http.MethodPost, "/api/v1/namespaces/default/configmaps?dryRun=All", []byte(`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"`+sentinel+`"}}`))
		return code/100 == 4, err
	})
	if err == nil && !admitted {
		err = errors.New("the local API server does not admit by ValidatingAdmissionPolicies in time")
	}
	return err
}
