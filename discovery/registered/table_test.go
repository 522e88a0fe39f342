package registered

import (
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
)

func minor(n int) discovery.Release { return discovery.Release{Major: 1, Minor: n} }

// TestVersion compares versions with the responses of real API servers that were started with them
// in --runtime-config.
func TestVersion(t *testing.T) {
	table, err := Known()
	if err != nil {
		t.Fatal(err)
	}
	if table.Newest != minor(discovery.NewestMinor) {
		t.Errorf("the table goes up to %s, not to %d: go generate ./discovery/registered", table.Newest, discovery.NewestMinor)
	}
	for gv, c := range map[string]struct{ last, gone int }{
		"scheduling.k8s.io/v1alpha1":         {35, 36},
		"scheduling.k8s.io/v1alpha2":         {36, 37},
		"resource.k8s.io/v1alpha2":           {30, 31},
		"autoscaling/v2beta2":                {35, 36},
		"networking.k8s.io/v1alpha1":         {33, 34},
		"storagemigration.k8s.io/v1alpha1":   {34, 35},
		"storage.k8s.io/v1alpha1":            {37, 0},
		"batch/v1beta1":                      {37, 0},
		"extensions/v1beta1":                 {37, 0},
		"apiextensions.k8s.io/v1beta1":       {37, 0},
		"apiregistration.k8s.io/v1beta1":     {37, 0},
		"admissionregistration.k8s.io/v1":    {37, 0},
		"internal.apiserver.k8s.io/v1alpha1": {37, 0},
	} {
		is := discovery.ParseGroupVersion(gv)
		if !table.Version(is, minor(c.last)) {
			t.Errorf("1.%d has no %s", c.last, gv)
		}
		want := minor(c.gone)
		if got := table.GoneIn(is, minor(37)); c.gone > 0 && (got != want || table.Version(is, want)) {
			t.Errorf("%s is gone in %s, want %s", gv, got, want)
		}
	}
	if table.Had(discovery.ParseGroupVersion("example.com/v1")) {
		t.Error("Kubernetes has example.com/v1")
	}
	if workload := discovery.ParseGroupVersion("scheduling.k8s.io/v1alpha2"); !table.Has(workload, "Workload", minor(36)) || table.Has(workload, "Workload", minor(37)) {
		t.Error("scheduling.k8s.io/v1alpha2 Workload is not what 1.36 alone has")
	}
}

// TestUnreadable compares kinds with the responses of real servers of the later release about
// objects that a server of the earlier release stored: workloads could not be listed, jobs could.
func TestUnreadable(t *testing.T) {
	table, err := Known()
	if err != nil {
		t.Fatal(err)
	}
	workload, claim := discovery.GroupKind{Group: "scheduling.k8s.io", Kind: "Workload"}, discovery.GroupKind{Group: "resource.k8s.io", Kind: "ResourceClaim"}
	for _, c := range []struct {
		kind             discovery.GroupKind
		stored, by, want int
	}{
		{workload, 35, 36, 36}, {workload, 36, 37, 37}, {workload, 35, 37, 36}, {workload, 37, 37, 0},
		{claim, 30, 31, 31}, {claim, 31, 33, 0}, {claim, 31, 35, 34}, {claim, 33, 37, 0},
		{discovery.GroupKind{Group: "batch", Kind: "Job"}, 24, 37, 0}, {discovery.GroupKind{Group: "policy", Kind: "PodSecurityPolicy"}, 24, 25, 0}, {discovery.GroupKind{Kind: "Pod"}, 24, 37, 0},
	} {
		got := table.Unreadable(minor(c.stored), minor(c.by))[c.kind]
		if want := minor(c.want); c.want == 0 && got.Known() || c.want > 0 && got != want {
			t.Errorf("%v stored by 1.%d is unreadable in %q up to 1.%d, want 1.%d", c.kind, c.stored, got, c.by, c.want)
		}
	}
}

func TestParse(t *testing.T) {
	for _, bad := range []string{"", "releases\t1.19", "releases\t1.19\t1.37\na\tv1", "releases\t1.19\t1.37\na\tv1\t-\tx"} {
		if _, err := Parse(bad); err == nil {
			t.Errorf("%q is taken for a table", bad)
		}
	}
}
