package cluster_test

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/kubedelta/kubedelta/discovery/source/cluster"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
)

const configMap = `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}`

// TestDryRun: every request has dryRun=All, and the response is returned.
func TestDryRun(t *testing.T) {
	busy := &apiserver.DryAnswer{Code: 429, Times: 2, RetryAfter: "3", Body: []byte(`{"kind":"Status"}`)}
	s := start(t, apiserver.Config{DryRuns: &apiserver.DryRuns{Answers: map[string]*apiserver.DryAnswer{
		"busy":   busy,
		"warned": {Code: 201, Warnings: []string{"first", `say "second"`}, Body: []byte(configMap)},
		"bad":    {Code: 422, Body: []byte(`{"kind":"Status"}`)},
		"login":  {Code: 401, Body: []byte(`{"kind":"Status"}`)},
		"always": {Code: 503, Body: []byte(`{"kind":"Status"}`)},
	}}})
	c, p := connect(t, options(t, s))
	ask := func(name string, create bool) (cluster.DryAnswer, error) {
		return c.DryRun(t.Context(), cluster.DryRun{Create: create, Path: "/api/v1/namespaces/default/configmaps", Body: []byte(strings.Replace(configMap, `"a"`, `"`+name+`"`, 1))})
	}
	for name, want := range map[string]int{"a": 201, "bad": 422, "always": 503, "busy": 201} {
		if got, err := ask(name, true); err != nil || got.Status != want {
			t.Errorf("%s: %d, %v", name, got.Status, err)
		}
	}
	if got, err := ask("a", false); err != nil || got.Status != 200 {
		t.Errorf("applied: %d, %v", got.Status, err)
	}
	if got, err := ask("warned", true); err != nil || strings.Join(got.Warnings, ",") != `first,say "second"` {
		t.Errorf("%q, %v", got.Warnings, err)
	}
	_, err := ask("login", true)
	var failed *cluster.ReadError
	if !errors.As(err, &failed) || failed.HTTPStatus() != 401 || strings.Contains(err.Error(), "GET") {
		t.Errorf("%v", err)
	}
	waited := false
	for _, d := range p.list {
		waited = waited || d == 3*time.Second
	}
	if !waited {
		t.Errorf("it waits %v, and not as long as the server asks for", p.list)
	}
	for _, r := range s.Requests() {
		if r.Method != http.MethodGet && (!strings.Contains(r.Query, "dryRun=All") || !strings.Contains(r.Query, "fieldValidation=Strict")) {
			t.Errorf("%s %s?%s", r.Method, r.Path, r.Query)
		}
	}
	s.Kill()
	if _, err := ask("a", true); !errors.As(err, &failed) || failed.HTTPStatus() != 0 {
		t.Errorf("a dead server: %v", err)
	}
}

// TestDryRunAddress checks that dryRun=All stays a parameter if the address of the server ends with a
// question mark, and that a name of RBAC, which can have any characters, is that of the request.
func TestDryRunAddress(t *testing.T) {
	s := start(t, apiserver.Config{DryRuns: &apiserver.DryRuns{}})
	for _, end := range []string{"?", "/?", "?a=b", "#a", ""} {
		o := options(t, s)
		o.Server += end
		c, _ := connect(t, o)
		for _, create := range []bool{true, false} {
			path := "/apis/rbac.authorization.k8s.io/v1/clusterroles/a b;c,d"
			if _, err := c.DryRun(t.Context(), cluster.DryRun{Create: create, Path: path, Body: []byte(`{}`)}); err != nil {
				t.Fatal(err)
			}
			last := s.Requests()[len(s.Requests())-1]
			if values, err := url.ParseQuery(last.Query); err != nil || values.Get("dryRun") != "All" || last.Path != path {
				t.Errorf("%q: %s?%s", end, last.Path, last.Query)
			}
		}
	}
}
