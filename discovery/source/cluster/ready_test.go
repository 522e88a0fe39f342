package cluster_test

import (
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
)

// TestNotReady: groups that a server does not list while it is not ready are unknown.
func TestNotReady(t *testing.T) {
	s := start(t, apiserver.Config{Faults: []apiserver.Fault{{Path: "/readyz", Kind: apiserver.InternalError}}})
	c, _ := connect(t, options(t, s))
	set := record(t, c)
	surface, err := set.Surface(openapi.NewDecoder())
	if err != nil {
		t.Fatal(err)
	}
	for _, gv := range []discovery.GroupVersion{{Version: "v1"}, {Group: "apps", Version: "v1"}, {Group: "batch", Version: "v9"}} {
		reason, unknown := surface.Unknown(gv, discovery.PartResources)
		if !unknown || !strings.Contains(reason, "not ready") {
			t.Errorf("%s is taken as read (%q), and the server is not ready", gv, reason)
		}
	}
	if s.Count("/readyz") < 2 {
		t.Errorf("/readyz was asked %d times: it may be ready a moment later", s.Count("/readyz"))
	}
}

// TestReadyNobodyMayAsk: a server that does not show /readyz counts as ready.
func TestReadyNobodyMayAsk(t *testing.T) {
	for _, kind := range []apiserver.FaultKind{apiserver.Unauthorized, apiserver.Forbidden, apiserver.NotFound, apiserver.Reset} {
		s := start(t, apiserver.Config{Faults: []apiserver.Fault{{Path: "/readyz", Kind: kind}}})
		c, _ := connect(t, options(t, s))
		if set := record(t, c); len(set.Incomplete) > 0 {
			t.Errorf("%s: %v", kind, set.Incomplete)
		}
	}
}
