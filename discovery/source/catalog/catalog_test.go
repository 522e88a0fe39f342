package catalog_test

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
)

// TestLifecycles compares well-known lifecycles with the table.
func TestLifecycles(t *testing.T) {
	lifecycles, err := catalog.New().Lifecycles()
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]discovery.ResourceLifecycle{}
	for _, l := range lifecycles {
		byName[l.GroupVersion.String()+" "+l.Resource] = l
	}
	for _, tc := range []struct{ name, introduced, deprecated, removed, gone, replacement string }{
		{"extensions/v1beta1 ingresses", "1.1", "1.14", "1.22", "", "networking.k8s.io/v1 Ingress"},
		{"extensions/v1beta1 deployments", "1.2", "1.8", "1.16", "1.18", "apps/v1 Deployment"},
		{"apps/v1beta2 statefulsets", "1.8", "1.9", "1.16", "1.18", "apps/v1 StatefulSet"},
		{"policy/v1beta1 podsecuritypolicies", "1.10", "1.21", "1.25", "", ""},
		{"policy/v1beta1 poddisruptionbudgets", "1.5", "1.21", "1.25", "", "policy/v1 PodDisruptionBudget"},
		{"autoscaling/v2beta2 horizontalpodautoscalers", "1.12", "1.23", "1.26", "", "autoscaling/v2 HorizontalPodAutoscaler"},
		{"storage.k8s.io/v1beta1 csistoragecapacities", "1.21", "1.24", "1.27", "", "storage.k8s.io/v1 CSIStorageCapacity"},
		{"v1 endpoints", "1.0", "1.33", "", "", "discovery.k8s.io/v1 EndpointSlice"},
		{"v1 componentstatuses", "1.0", "1.19", "", "", ""},
		{"batch/v1beta1 cronjobs", "1.8", "1.21", "1.25", "", "batch/v1 CronJob"},
	} {
		l, ok := byName[tc.name]
		if !ok {
			t.Errorf("%s is missing", tc.name)
			continue
		}
		got := []string{l.Introduced.String(), l.Deprecated.String(), l.Removed.String(), l.Gone.String(), ""}
		if l.Replacement != nil {
			got[4] = l.Replacement.String()
		}
		if d := cmp.Diff([]string{tc.introduced, tc.deprecated, tc.removed, tc.gone, tc.replacement}, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, d)
		}
	}
}

// TestServedByDefault tests KEP-3136: beta APIs that are new since 1.24 are disabled by default.
// Beta APIs that are older, or new versions of such, are enabled.
func TestServedByDefault(t *testing.T) {
	s, err := catalog.New().Load(t.Context(), discovery.Release{Major: 1, Minor: 31})
	if err != nil {
		t.Fatal(err)
	}
	for gv, want := range map[string]bool{
		"flowcontrol.apiserver.k8s.io/v1beta3 flowschemas":                 false,
		"admissionregistration.k8s.io/v1beta1 validatingadmissionpolicies": true,
		"networking.k8s.io/v1beta1 ipaddresses":                            true,
		"resource.k8s.io/v1alpha3 resourceclaims":                          true,
		"apps/v1 deployments":                                              false,
	} {
		group, resource, _ := strings.Cut(gv, " ")
		r := s.Resource(discovery.ParseGroupVersion(group), resource)
		if r == nil {
			t.Errorf("1.31 has no %s", gv)
			continue
		}
		if r.Disabled != want {
			t.Errorf("%s: disabled is %v, want %v", gv, r.Disabled, want)
		}
	}
}

func TestMissing(t *testing.T) {
	_, err := catalog.New().Load(t.Context(), discovery.Release{Major: 1, Minor: 99})
	var missing *catalog.MissingError
	if !errors.As(err, &missing) || len(missing.Has) != discovery.NewestMinor+1 {
		t.Errorf("got %v, want an error that knows the releases 1.0 to %s", err, discovery.Newest())
	}
}

// TestSize limits the size of the built-in data.
func TestSize(t *testing.T) {
	entries, err := os.ReadDir("data")
	if err != nil {
		t.Fatal(err)
	}
	total := int64(0)
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		total += info.Size()
	}
	if total > 2<<20 {
		t.Errorf("the catalog has %d bytes; 2 MB are allowed", total)
	}
}

// FuzzDecodeLifecycles: no table causes a panic, or gives more lifecycles than it has lines.
func FuzzDecodeLifecycles(f *testing.F) {
	b, err := os.ReadFile("data/lives.tsv")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Fuzz(func(t *testing.T, data []byte) {
		if lifecycles, err := catalog.DecodeLifecycles(data); err == nil && len(lifecycles) > bytes.Count(data, []byte("\n")) {
			t.Errorf("%d lives of %q", len(lifecycles), data)
		}
	})
}
