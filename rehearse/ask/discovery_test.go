package ask_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/source/cluster"
	"github.com/kubedelta/kubedelta/rehearse"
	"github.com/kubedelta/kubedelta/rehearse/ask"
)

// proxy answers every request with a page.
type proxy struct{}

func (proxy) Read(_ context.Context, _, _, _ string, into func(io.Reader) error) error {
	return into(strings.NewReader("<html>"))
}

func (proxy) DryRun(context.Context, cluster.DryRun) (cluster.DryAnswer, error) {
	return cluster.DryAnswer{}, errors.New("nothing must be sent")
}

// TestDiscoveryUnread: the reason is in the words of kubedelta, because those of the JSON library
// differ between processes.
func TestDiscoveryUnread(t *testing.T) {
	a := &ask.Asker{Server: proxy{}, Own: func(string) bool { return true }}
	got := a.Ask(t.Context(), &rehearse.Question{APIVersion: "apps/v1", Kind: "Deployment", Name: "web"})
	want := "what the server serves of apps/v1 could not be read: GET /apis/apps/v1: the response is not what an API server answers"
	if got.Outcome != rehearse.NotAsked || got.Why != want {
		t.Errorf("%s: %q, want %q", got.Outcome, got.Why, want)
	}
}

// serving serves ClusterRoles, and has all of them.
type serving struct{ paths []string }

func (s *serving) Read(_ context.Context, _, _, _ string, into func(io.Reader) error) error {
	return into(strings.NewReader(`{"kind": "APIResourceList", "resources": [{"name": "clusterroles", "kind": "ClusterRole", "verbs": ["create", "patch"]}]}`))
}

func (s *serving) DryRun(_ context.Context, d cluster.DryRun) (cluster.DryAnswer, error) {
	s.paths = append(s.paths, d.Path)
	return cluster.DryAnswer{Status: 409, Body: []byte(`{"kind": "Status", "status": "Failure", "reason": "AlreadyExists"}`)}, nil
}

// TestPath checks that a name is not escaped twice: the client escapes paths.
func TestPath(t *testing.T) {
	s := &serving{}
	a := &ask.Asker{Server: s, Own: func(string) bool { return true }}
	answer := a.Ask(t.Context(), &rehearse.Question{APIVersion: "rbac.authorization.k8s.io/v1", Kind: "ClusterRole", Name: "a;b,c"})
	if got, want := strings.Join(s.paths, " "), "/apis/rbac.authorization.k8s.io/v1/clusterroles /apis/rbac.authorization.k8s.io/v1/clusterroles/a;b,c"; got != want {
		t.Errorf("%s, want %s: %+v", got, want, answer)
	}
}

// accepting accepts every ClusterRole.
type accepting struct{ serving }

func (*accepting) DryRun(_ context.Context, d cluster.DryRun) (cluster.DryAnswer, error) {
	return cluster.DryAnswer{Status: 201, Body: d.Body}, nil
}

// TestLenient checks that a server that ignores unknown fields need not confirm them.
func TestLenient(t *testing.T) {
	for lenient, want := range map[bool]rehearse.Agreement{true: rehearse.Agreed, false: rehearse.ScanOnly} {
		q := &rehearse.Question{
			APIVersion: "rbac.authorization.k8s.io/v1", Kind: "ClusterRole", Name: "a", Said: []rehearse.Said{{Rule: "field-unknown"}},
			Body: []byte(`{"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole", "metadata": {"name": "a"}, "rles": []}`),
		}
		a := &ask.Asker{Server: &accepting{}, Lenient: lenient, Own: func(string) bool { return true }}
		questions := func(yield func(*rehearse.Question, error) bool) { yield(q, nil) }
		if err := a.All(t.Context(), 1, questions, false, func(r rehearse.Result) {
			if r.Outcome != rehearse.Taken || r.Agreement != want {
				t.Errorf("lenient %t: %s %s, want %s", lenient, r.Outcome, r.Agreement, want)
			}
		}); err != nil {
			t.Error(err)
		}
	}
}

// refusing refuses every ClusterRole as the API server refuses a custom resource.
type refusing struct{ serving }

func (s *refusing) DryRun(context.Context, cluster.DryRun) (cluster.DryAnswer, error) {
	return cluster.DryAnswer{Status: 422, Body: []byte(`{"kind": "Status", "status": "Failure", "reason": "Invalid", "details": {"causes": [
		{"reason": "FieldValueRequired", "message": "Required value", "field": "spec"},
		{"reason": "FieldValueInvalid", "message": "Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation", "field": "<nil>"}]}}`)}, nil
}

// TestNotEveryCauseIsAProblem checks that the server's remark about rules that it did not run is no
// finding.
func TestNotEveryCauseIsAProblem(t *testing.T) {
	a := &ask.Asker{Server: &refusing{}, Own: func(string) bool { return true }}
	answer := a.Ask(t.Context(), &rehearse.Question{APIVersion: "rbac.authorization.k8s.io/v1", Kind: "ClusterRole", Name: "a"})
	if len(answer.Causes) != 1 || answer.Causes[0].Field != "spec" {
		t.Errorf("%+v", answer.Causes)
	}
}
