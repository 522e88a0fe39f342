package documents_test

import (
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/openapi"
)

const (
	core  = `{"kind":"APIGroupDiscoveryList","items":[{"metadata":{},"versions":[{"version":"v1","resources":[{"resource":"pods","responseKind":{"kind":"Pod"},"scope":"Namespaced","verbs":["list"]}]}]}]}`
	apps  = `{"kind":"APIGroupDiscoveryList","items":[{"metadata":{"name":"apps"},"versions":[{"version":"v1","resources":[{"resource":"deployments","responseKind":{"kind":"Deployment"},"scope":"Namespaced","verbs":["list"]}]}]}]}`
	batch = `{"openapi":"3.0.0","paths":{"/apis/batch/v1/jobs":{"get":{}}}}`
	// empty is the document of a group-version without resources.
	empty = `{"openapi":"3.0.0","paths":{"/apis/idle/v1/":{"get":{}}}}`
)

// TestUnlisted: a group-version with a document that discovery does not list is incomplete, not
// removed.
func TestUnlisted(t *testing.T) {
	set := documents.Set{
		AggregatedAPI: []byte(core), AggregatedAPIs: []byte(apps),
		OpenAPIV3: map[discovery.GroupVersion][]byte{
			{Group: "batch", Version: "v1"}: []byte(batch), {Group: "idle", Version: "v1"}: []byte(empty),
		},
	}
	s, err := set.Surface(openapi.NewDecoder())
	if err != nil {
		t.Fatal(err)
	}
	if reason, unknown := s.Unknown(discovery.GroupVersion{Group: "batch", Version: "v1"}, discovery.PartResources); !unknown || !strings.Contains(reason, "not ready") {
		t.Errorf("batch/v1 is taken as gone: %q", reason)
	}
	if len(s.Incomplete) != 1 {
		t.Errorf("only batch/v1 is unread, but there is %v", s.Incomplete)
	}
}
