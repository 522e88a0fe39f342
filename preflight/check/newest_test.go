package check

import (
	"os"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
)

// TestNewestMinor: every table has the newest minor; see "Add a minor release of Kubernetes" in
// CONTRIBUTING.md.
func TestNewestMinor(t *testing.T) {
	newest := discovery.Newest()
	if coreDNS().of[newest.String()] == "" {
		t.Errorf("coredns.tsv does not have %s: go run ./cmd/catalog coredns", newest)
	}
	if table, err := gate.Known(); err != nil || !table.Covers(newest) {
		t.Errorf("the table of gates does not cover %s (%v): go generate ./discovery/gate", newest, err)
	}
	if discovery.ReadByHand != discovery.NewestMinor {
		t.Errorf("nobody has read the source of %s for %s: do it, mend them, and set discovery.ReadByHand", newest, strings.Join(rereadFiles(), ", "))
	}
	for _, name := range rereadFiles() {
		if _, err := os.Stat(name); err != nil {
			t.Error(err)
		}
	}
}

// rereadFiles returns the files with facts from the source code or the notes of Kubernetes that a
// new minor may change and that are not generated. Each of them names its sources.
func rereadFiles() []string {
	return []string{
		"container_runtime.go", "etcd_flags.go", "facts.yaml", "pod_security_latest.go",
		"service_external_ips.go", "../../discovery/componentconfig/admission.go", "../../discovery/componentconfig/plugins.tsv", "../../discovery/componentconfig/flags.go", "../../discovery/componentconfig/flags.tsv", "../../discovery/componentconfig/versions.go",
	}
}
