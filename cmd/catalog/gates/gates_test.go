package gates

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
)

const plain = `package features

const (
	A featuregate.Feature = "Alpha1"
	B = featuregate.Feature("B")
	C featuregate.Feature = "C"
	cDefault = true
)

var gates = map[featuregate.Feature]featuregate.FeatureSpec{
	A: {Default: false, PreRelease: featuregate.Alpha},
	other.B: {Default: true, PreRelease: featuregate.GA, LockToDefault: true}, // remove in 1.27
	C: {Default: cDefault, PreRelease: featuregate.Beta},
}
`

const versioned = `package features

const A, B featuregate.Feature = "Alpha1", "B"

func gates() map[featuregate.Feature]featuregate.VersionedSpecs {
	return map[featuregate.Feature]featuregate.VersionedSpecs{
		A: {
			{Version: version.MustParse("1.30"), Default: false, PreRelease: featuregate.Alpha},
			{Version: version.MustParse("1.31"), Default: true, PreRelease: featuregate.Beta, MinCompatibilityVersion: version.MustParse("1.31")},
			{Version: version.MustParse("1.40"), Default: true, PreRelease: featuregate.GA},
		},
		B: {
			{Version: version.MustParse("1.40"), Default: true, PreRelease: featuregate.GA},
		},
	}
}
`

const kubeadm = `package features

const E = "Etcd"

var InitFeatureGates = FeatureList{
	E: {FeatureSpec: featuregate.FeatureSpec{Default: true, PreRelease: featuregate.Deprecated}, DeprecationMessage: "gone soon"},
}
`

func gatesOf(t *testing.T, text string, at int) (map[string]gate.State, error) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "kube_features.go"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return constants{}.gates([]string{dir}, minor(at))
}

func TestSources(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want map[string]gate.State
	}{
		"plain": {plain, map[string]gate.State{
			"Alpha1": {Stage: gate.Alpha}, "B": {Stage: gate.Stable, Default: true, Locked: true}, "C": {Stage: gate.Beta, Default: true},
		}},
		"versioned": {versioned, map[string]gate.State{"Alpha1": {Stage: gate.Beta, Default: true}}},
		"kubeadm":   {kubeadm, map[string]gate.State{"Etcd": {Stage: gate.Deprecated, Default: true}}},
	} {
		got, err := gatesOf(t, c.text, 33)
		if err != nil || !maps.Equal(got, c.want) {
			t.Errorf("%s: got %v, %v, want %v", name, got, err, c.want)
		}
	}
}

// TestUnknownSourceIsRefused: source that the reader does not understand is an error. Otherwise a
// gate would be missing without notice.
func TestUnknownSourceIsRefused(t *testing.T) {
	for want, change := range map[string][2]string{
		"is no constant that is known":     {"other.B:", "other.D:"},
		"neither true nor false":           {"cDefault,", "onLinux(),"},
		"its stage \"Omega\" is not known": {"featuregate.Beta", "featuregate.Omega"},
		"the field Color of its spec":      {"LockToDefault:", "Color:"},
		"its value is not a literal":       {"C: {Default: cDefault, PreRelease: featuregate.Beta}", "C: spec()"},
		"a row of a table of gates is no":  {"C: {Default: cDefault, PreRelease: featuregate.Beta}", "{}"},
		"the constant A is":                {"cDefault = true", "A = \"other\""},
		"no gates are in":                  {"map[featuregate.Feature]featuregate.FeatureSpec", "map[string]string"},
		"a field of its spec has no name":  {"{Default: false, PreRelease: featuregate.Alpha}", "{{false}}"},
		"the gate C is":                    {"A: {", "C: {},\n\tA: {"},
	} {
		text := strings.Replace(plain, change[0], change[1], 1)
		if text == plain {
			t.Fatalf("%q changes nothing", change)
		}
		if got, err := gatesOf(t, text, 33); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v and the error %v", want, got, err)
		}
	}
}

func TestExtend(t *testing.T) {
	gates := map[string][]gate.Step{}
	alpha, beta := gate.State{Stage: gate.Alpha}, gate.State{Stage: gate.Beta, Default: true}
	for i, now := range []map[string]gate.State{{"A": alpha, "B": beta}, {"A": alpha}, {"A": beta}, {"A": beta, "B": beta}} {
		extend(gates, now, minor(19+i))
	}
	want := "releases\t1.19\t1.22\ncomponents\tA\t1.19 alpha off, 1.21 beta on\ncomponents\tB\t1.19 beta on, 1.20 gone, 1.22 beta on\n"
	got := string(gate.Format(gate.Table{Oldest: minor(19), Newest: minor(22), Gates: map[gate.Set]map[string][]gate.Step{gate.Components: gates}}))
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

const dependent = `package features

const A, B, C featuregate.Feature = "Alpha1", "B", "C"

var gates = map[featuregate.Feature]featuregate.FeatureSpec{
	A: {Default: false, PreRelease: featuregate.Alpha},
	B: {Default: true, PreRelease: featuregate.Beta},
}

var dependencies = map[featuregate.Feature][]featuregate.Feature{
	A: {C, featuregate.Feature(other.B)},
	B: {},
	C: {B},
}
`

// TestDependencies: a gate has the gates that it needs, in order, without those that the release
// does not have.
func TestDependencies(t *testing.T) {
	got, err := gatesOf(t, dependent, 37)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]gate.State{"Alpha1": {Stage: gate.Alpha, Needs: "B,C"}, "B": {Stage: gate.Beta, Default: true}}
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func minor(n int) discovery.Release { return discovery.Release{Major: 1, Minor: n} }
