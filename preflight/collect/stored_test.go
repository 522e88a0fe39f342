package collect

import (
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// TestStored checks which lists are too short for the number of objects in storage. A server that could
// not count reports -1, and objects may have been deleted since it counted.
func TestStored(t *testing.T) {
	var m metrics
	text := "apiserver_storage_objects{resource=\"pods\"} -1\n" +
		"apiserver_storage_objects{resource=\"deployments.apps\"} 30\n" +
		"apiserver_resource_objects{group=\"apps\",resource=\"deployments\"} 30\n" +
		"apiserver_resource_objects{group=\"policy\",resource=\"poddisruptionbudgets\"} 1\n"
	if err := m.read(strings.NewReader(text)); err != nil || m.lost > 0 {
		t.Fatal(err, m.lost)
	}
	for _, c := range []struct {
		group, resource string
		listed          int
		missing         bool
	}{
		{"", "pods", 0, false}, {"", "services", 0, false}, {"policy", "poddisruptionbudgets", 0, true}, {"policy", "poddisruptionbudgets", 1, false},
		{"apps", "deployments", 0, true}, {"apps", "deployments", 14, true}, {"apps", "deployments", 15, false}, {"apps", "deployments", 31, false},
	} {
		if why := m.stored.missing(evidence.Resource{Group: c.group, Name: c.resource}, c.listed); (why != "") != c.missing {
			t.Errorf("%d %s: %q", c.listed, c.resource, why)
		}
	}
	if m = (metrics{}); m.read(strings.NewReader("apiserver_storage_objects{group=\"apps\"} 3\n")) != nil || m.lost != 1 {
		t.Errorf("%d series without a resource", m.lost)
	}
}
