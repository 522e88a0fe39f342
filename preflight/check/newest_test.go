package check

import (
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
)

// TestNewestMinor: every table knows the newest minor; see "Add a minor release of
// Kubernetes" in CONTRIBUTING.md.
func TestNewestMinor(t *testing.T) {
	newest := discovery.Newest()
	if _, known := coreDNSOf(newest); !known {
		t.Errorf("coreDNSOf does not know %s: add the CoreDNS that its kubeadm brings", newest)
	}
	if table, err := gate.Known(); err != nil || !table.Covers(newest) {
		t.Errorf("the table of gates does not cover %s (%v): go generate ./discovery/gate", newest, err)
	}
}
