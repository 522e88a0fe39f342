package cluster_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/source/cluster"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
)

var (
	core    = discovery.GroupVersion{Version: "v1"}
	apps    = discovery.GroupVersion{Group: "apps", Version: "v1"}
	metrics = discovery.GroupVersion{Group: "metrics.k8s.io", Version: "v1beta1"}
	policy  = discovery.GroupVersion{Group: "policy", Version: "v1beta1"}
	all     = []discovery.GroupVersion{core, apps, metrics, policy}
	anyCore = discovery.GroupVersion{Version: "*"}
	anyRest = discovery.GroupVersion{Group: "*", Version: "*"}
)

// surface returns a small API.
func surface() *discovery.Surface {
	s := &discovery.Surface{Version: "v1.31.2", Release: discovery.Release{Major: 1, Minor: 31}}
	read := []string{"get", "list", "watch"}
	add := func(gv discovery.GroupVersion, r discovery.Resource) {
		v := s.AddGroupVersion(gv)
		v.Resources = append(v.Resources, r)
	}
	add(core, discovery.Resource{Name: "pods", Singular: "pod", Kind: "Pod", Scope: discovery.Namespaced, ShortNames: []string{"po"}, Verbs: read,
		Subresources: []discovery.Subresource{{Name: "status", Kind: "Pod", Verbs: []string{"get"}}}})
	add(apps, discovery.Resource{Name: "deployments", Singular: "deployment", Kind: "Deployment", Scope: discovery.Namespaced, Verbs: read,
		Subresources: []discovery.Subresource{{Name: "scale", Kind: "Scale", KindGroupVersion: &discovery.GroupVersion{Group: "autoscaling", Version: "v1"}, Verbs: []string{"get"}}}})
	add(metrics, discovery.Resource{Name: "nodes", Kind: "NodeMetrics", Scope: discovery.Cluster, Verbs: read})
	add(policy, discovery.Resource{Name: "podsecuritypolicies", Kind: "PodSecurityPolicy", Scope: discovery.Cluster, Verbs: read})
	return s
}

// openAPI returns a document for each group-version. text distinguishes servers.
func openAPI(text string) *documents.Set {
	set := &documents.Set{OpenAPIV3: map[discovery.GroupVersion][]byte{}}
	for _, gv := range all {
		set.OpenAPIV3[gv] = fmt.Appendf(nil, `{"openapi":"3.0.0","info":{"title":%q,"version":%q},"paths":{},"components":{"schemas":{}}}`, gv, text)
	}
	set.Swagger = []byte(`{"swagger":"2.0","info":{"title":"Kubernetes","version":"v1.31.2"},"paths":{},"definitions":{}}`)
	return set
}

// start starts a server with the small API.
func start(t *testing.T, c apiserver.Config) *apiserver.Server {
	t.Helper()
	if c.Set == nil {
		c.Set = openAPI("v1.31.2")
	}
	if c.Surface == nil {
		c.Surface = surface()
	}
	s, err := apiserver.Start(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// options returns the options for a server that is named by its URL.
func options(t *testing.T, s *apiserver.Server) cluster.Options {
	t.Helper()
	o := cluster.Options{Server: s.URL}
	if ca := s.CA(); ca != nil {
		o.CAFile = write(t, "ca.crt", ca)
	}
	return o
}

func write(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// connect returns a client that records its pauses instead of waiting.
func connect(t *testing.T, o cluster.Options) (*cluster.Client, *pauses) {
	t.Helper()
	c, err := cluster.New(o)
	if err != nil {
		t.Fatal(err)
	}
	p := &pauses{}
	c.SetClock(time.Now, p.pause)
	return c, p
}

// record records a server and fails the test on an error.
func record(t *testing.T, c *cluster.Client) *documents.Set {
	t.Helper()
	set, err := c.Record(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return set
}

type pauses struct {
	mu   sync.Mutex
	list []time.Duration
}

func (p *pauses) pause(ctx context.Context, d time.Duration) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list = append(p.list, d)
	return ctx.Err()
}

// documentRequests counts the requests for documents, without the index and without conditional
// requests.
func documentRequests(s *apiserver.Server) int { return s.Count("/openapi/v3/*") - unlessChanged(s) }

// unlessChanged counts the conditional requests for documents.
func unlessChanged(s *apiserver.Server) int {
	n := 0
	for _, r := range s.Requests() {
		if r.IfNoneMatch != "" && strings.HasPrefix(r.Path, "/openapi/v3/") {
			n++
		}
	}
	return n
}

// reason returns why a part of a group-version is incomplete.
func reason(t *testing.T, set *documents.Set, gv discovery.GroupVersion, part discovery.Part) string {
	t.Helper()
	i := slices.IndexFunc(set.Incomplete, func(i discovery.Incomplete) bool { return i.GroupVersion == gv && i.Part == part })
	if i < 0 {
		t.Fatalf("nothing says that %s of %q are unknown; incomplete: %v", part, gv, set.Incomplete)
	}
	return set.Incomplete[i].Reason
}

// wantWords checks that a text contains all words.
func wantWords(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("it does not say %q: %s", w, text)
		}
	}
}
