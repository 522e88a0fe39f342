package cluster_test

import (
	"context"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/source/cluster"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
)

// TestStoreSharesEqualDocuments records two servers concurrently that differ in one document. Each
// of the other documents is downloaded from one server only.
func TestStoreSharesEqualDocuments(t *testing.T) {
	later := openAPI("v1.31.2")
	later.OpenAPIV3[apps] = openAPI("v1.32.0").OpenAPIV3[apps]
	servers := []*apiserver.Server{start(t, apiserver.Config{}), start(t, apiserver.Config{Set: later})}
	store := cluster.NewStore()
	sets := make([]*documents.Set, len(servers))
	var both sync.WaitGroup
	for i, s := range servers {
		o := options(t, s)
		o.Store = store
		c, _ := connect(t, o)
		both.Go(func() { sets[i], _ = c.Record(context.WithoutCancel(t.Context())) })
	}
	both.Wait()
	for i, want := range []*documents.Set{openAPI("v1.31.2"), later} {
		if sets[i] == nil {
			t.Fatal("a server could not be read")
		}
		if diff := cmp.Diff(want.OpenAPIV3, sets[i].OpenAPIV3); diff != "" {
			t.Errorf("documents of server %d (-served +recorded):\n%s", i, diff)
		}
	}
	if got, want := documentRequests(servers[0])+documentRequests(servers[1]), len(all)+1; got != want {
		t.Errorf("%d requests for documents on both sides, want %d", got, want)
	}
	if n := servers[0].Count(appsDocument) + servers[1].Count(appsDocument); n != 2 {
		t.Errorf("%d requests for the document that differs, want 2", n)
	}
}

// TestStoreIsNotSpoiledByAFailure: a document that one side could not download is downloaded by the
// other.
func TestStoreIsNotSpoiledByAFailure(t *testing.T) {
	broken := start(t, apiserver.Config{Faults: []apiserver.Fault{{Path: "/openapi/v3/*", Kind: apiserver.Forbidden}}})
	whole := start(t, apiserver.Config{})
	store := cluster.NewStore()
	var both sync.WaitGroup
	sets := make([]*documents.Set, 2)
	for i, s := range []*apiserver.Server{broken, whole} {
		o := options(t, s)
		o.Store = store
		c, _ := connect(t, o)
		both.Go(func() { sets[i], _ = c.Record(context.WithoutCancel(t.Context())) })
	}
	both.Wait()
	if sets[1] == nil || len(sets[1].Incomplete) > 0 {
		t.Errorf("the whole server is incomplete: %+v", sets[1])
	}
}

func TestSecondRecordFetchesNothingAgain(t *testing.T) {
	s := start(t, apiserver.Config{})
	c, _ := connect(t, options(t, s))
	record(t, c)
	s.Forget()
	record(t, c)
	if n := s.Count("*"); n != 8 {
		t.Errorf("%d requests, want those for version (twice), readiness, discovery, index, definitions, and whether the document of metrics.k8s.io has changed", n)
	}
}
