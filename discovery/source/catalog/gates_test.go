package catalog_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
)

// TestGatesOfFields tests fields whose gates are only in the Go types of a release (k8s.io/api),
// and the stage of the gates in pkg/features.
func TestGatesOfFields(t *testing.T) {
	cat := catalog.New()
	for _, tc := range []struct {
		minor         int
		schema, field string
		want          discovery.Facts
	}{
		{37, "io.k8s.api.batch.v1.JobSpec", "scheduling", discovery.Facts{Stage: discovery.Alpha, Gates: []string{"WorkloadWithJob"}}},
		{36, "io.k8s.api.core.v1.NodeStatus", "declaredFeatures", discovery.Facts{Stage: discovery.Beta, Gates: []string{"NodeDeclaredFeatures"}}},
		{35, "io.k8s.api.core.v1.NodeStatus", "declaredFeatures", discovery.Facts{Stage: discovery.Alpha, Gates: []string{"NodeDeclaredFeatures"}}},
		// A field of a type that is used only by a gated field.
		{37, "io.k8s.api.batch.v1.JobSchedulingConfiguration", "schedulingPolicy", discovery.Facts{Stage: discovery.Alpha, Gates: []string{"WorkloadWithJob"}}},
		// A field of a type that is embedded in the published one.
		{27, "io.k8s.api.core.v1.EphemeralContainer", "resizePolicy", discovery.Facts{Stage: discovery.Alpha, Gates: []string{"InPlacePodVerticalScaling"}}},
		// The description names one gate, and a stage that the gate no longer has.
		{29, "io.k8s.api.core.v1.PodSpec", "hostUsers", discovery.Facts{Stage: discovery.Alpha, Gates: []string{"UserNamespacesSupport"}}},
		{30, "io.k8s.api.core.v1.PodSpec", "hostUsers", discovery.Facts{Stage: discovery.Beta, Gates: []string{"UserNamespacesSupport"}}},
		{31, "io.k8s.api.autoscaling.v2.MetricSpec", "containerResource", discovery.Facts{Gates: []string{"HPAContainerMetrics"}}},
		// The gate was stable before it was removed.
		{37, "io.k8s.api.core.v1.Probe", "terminationGracePeriodSeconds", discovery.Facts{Gates: []string{"ProbeTerminationGracePeriod"}}},
		// The gate has another name in this release.
		{25, "io.k8s.api.core.v1.PodSpec", "hostUsers", discovery.Facts{Stage: discovery.Alpha, Gates: []string{"UserNamespacesSupport"}}},
		// The stage of two gates is not the stage of the field: the second is about a part of it.
		{32, "io.k8s.api.core.v1.PersistentVolumeClaimSpec", "dataSourceRef", discovery.Facts{Stage: discovery.Beta, Gates: []string{"AnyVolumeDataSource", "CrossNamespaceVolumeDataSource"}}},
		// The description mentions a gate, and no stage.
		{30, "io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerSpec", "minReplicas", discovery.Facts{Gates: []string{"HPAScaleToZero"}}},
		// The description does not say that the field is deprecated.
		{35, "io.k8s.api.core.v1.ServiceSpec", "externalIPs", discovery.Facts{}},
		{36, "io.k8s.api.core.v1.ServiceSpec", "externalIPs", discovery.Facts{Deprecated: true}},
		{37, "io.k8s.api.core.v1.ServiceSpec", "externalIPs", discovery.Facts{Deprecated: true}},
		// A stable field without a gate.
		{37, "io.k8s.api.core.v1.Container", "resizePolicy", discovery.Facts{}},
		{37, "io.k8s.api.core.v1.PodSpec", "containers", discovery.Facts{}},
	} {
		s, err := cat.Load(t.Context(), discovery.Release{Major: 1, Minor: tc.minor})
		if err != nil {
			t.Fatal(err)
		}
		f := s.Schemas[tc.schema].Field(tc.field)
		if f == nil {
			t.Errorf("1.%d: %s has no field %s", tc.minor, tc.schema, tc.field)
			continue
		}
		got := f.Schema.Facts
		got.Inherited = false
		if d := cmp.Diff(tc.want, got); d != "" {
			t.Errorf("1.%d: %s.%s (-want +got)\n%s", tc.minor, tc.schema, tc.field, d)
		}
	}
}

// TestAnnotatingLeavesOthersAlone: annotating a release must not change the schemas of others,
// which are shared.
func TestAnnotatingLeavesOthersAlone(t *testing.T) {
	cat := catalog.New()
	stage := func(minor int) discovery.Stability {
		s, err := cat.Load(t.Context(), discovery.Release{Major: 1, Minor: minor})
		if err != nil {
			t.Fatal(err)
		}
		return s.Schemas["io.k8s.api.core.v1.NodeStatus"].Field("declaredFeatures").Schema.Facts.Stage
	}
	if stage(36) != discovery.Beta || stage(35) != discovery.Alpha || stage(36) != discovery.Beta {
		t.Error("one release's gates are read of another")
	}
}

// TestGatesOfNewerReleases: in a release newer than the catalog, a field has the stage of the
// newest known release. It does not count as stable.
func TestGatesOfNewerReleases(t *testing.T) {
	cat := catalog.New()
	newest, err := cat.Load(t.Context(), discovery.Newest())
	if err != nil {
		t.Fatal(err)
	}
	gated := 0
	next := &discovery.Surface{Release: discovery.Release{Major: 1, Minor: discovery.NewestMinor + 1}, Schemas: map[string]*discovery.Schema{}}
	for name, schema := range newest.Schemas {
		bare := *schema
		bare.Properties = slices.Clone(schema.Properties)
		for i := range bare.Properties {
			if p := *bare.Properties[i].Schema; p.Facts.Stage != "" {
				gated++
				p.Facts = discovery.Facts{}
				bare.Properties[i].Schema = &p
			}
		}
		next.Schemas[name] = &bare
	}
	if err := cat.Annotate(next); err != nil {
		t.Fatal(err)
	}
	kept := 0
	for name, schema := range newest.Schemas {
		for i, p := range schema.Properties {
			if p.Schema.Facts.Stage != "" && next.Schemas[name].Properties[i].Schema.Facts.Stage == p.Schema.Facts.Stage {
				kept++
			}
		}
	}
	if gated == 0 || kept < gated/2 {
		t.Errorf("%d of %d gated fields keep their stage", kept, gated)
	}
	if len(newest.Unstated) != 0 || len(next.Unstated) != 1 || !strings.Contains(next.Unstated[0].What, "feature gates") {
		t.Errorf("not told: %v, of the newest release: %v", next.Unstated, newest.Unstated)
	}
}

// FuzzDecodeGates: no table causes a panic.
func FuzzDecodeGates(f *testing.F) {
	f.Add([]byte("schema\tfield\tfirst\tlast\tstage\tgates\tinherited\nio.k8s.api.core.v1.Pod\tspec\t1.23\t1.25\talpha\tA,B\tno\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if rows, err := catalog.DecodeGates(data); err == nil && !slices.IsSortedFunc(rows, catalog.CompareGates) {
			t.Errorf("%q is in order", data)
		}
	})
}

// FuzzDecodeFeatures: no table causes a panic.
func FuzzDecodeFeatures(f *testing.F) {
	f.Add([]byte("release\tparameters\tmedia types\n1.24\tfieldValidation\t-\n1.36\t-\ta/b,c/d\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		features, err := catalog.DecodeFeatures(data)
		if err != nil {
			return
		}
		again, err := catalog.DecodeFeatures(catalog.EncodeFeatures(features))
		if err != nil || !cmp.Equal(features, again) {
			t.Errorf("read again it differs: %v", err)
		}
	})
}
