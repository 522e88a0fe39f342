package keps

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kubedelta/kubedelta/discovery/gate"
)

// TestRead checks both forms of gates, numbers in the file and in the folder, and what is left out.
func TestRead(t *testing.T) {
	table, err := gate.Known()
	if err != nil {
		t.Fatal(err)
	}
	byGate, err := read(fstest.MapFS{
		"keps/sig-node/753-sidecars/kep.yaml": {Data: []byte("kep-number: 753\nfeature-gates:\n- name: SidecarContainers\n  components: [kubelet]\n- name: NoSuchGate\n")},
		"keps/sig-node/0009-other/kep.yaml":   {Data: []byte("feature-gates: [SidecarContainers, cpuManager]\n")},
		"keps/NNNN-template/kep.yaml":         {Data: []byte("kep-number: NNNN\nfeature-gates:\n- name: CPUManager\n")},
		"keps/sig-node/754-text/README.md":    {Data: []byte("feature-gates: [CPUManager]")},
	}, table)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := write(byGate), "gate\tkeps\nCPUManager\t9\nSidecarContainers\t9,753\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	_, err = read(fstest.MapFS{"keps/1-a/kep.yaml": {Data: []byte("a: [")}}, table)
	if err == nil || !strings.Contains(err.Error(), "keps/1-a/kep.yaml") {
		t.Errorf("%v", err)
	}
}
