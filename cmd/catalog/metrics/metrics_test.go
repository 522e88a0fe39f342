package metrics

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/cmd/catalog/modules"
)

const declares = `package metrics

import (
	"example.com/library/names"
	"k8s.io/component-base/metrics"
)

const subsystem = "own"

var labels = []string{"a", names.Label}

var (
	one   = metrics.NewCounterVec(&metrics.CounterOpts{Subsystem: subsystem, Name: "one_" + "total", StabilityLevel: metrics.STABLE}, labels)
	two   = metrics.NewGauge(&metrics.GaugeOpts{Name: two_, DeprecatedVersion: "1.24.0"})
	three = metrics.NewDesc(metrics.BuildFQName("", subsystem, "three"), "help", nil, nil, metrics.BETA, "")
	four  = prometheus.NewGauge(prometheus.GaugeOpts{Name: "four"})
	five  = metrics.NewGauge(&metrics.GaugeOpts{Name: unknown()})
)

func register() {
	options := &metrics.HistogramOpts{Namespace: "", Name: "six", StabilityLevel: metrics.INTERNAL}
	_ = metrics.NewHistogramVec(options, append(labels, "b"))
}
`

// TestRead: declarations are read with the constants of their package and of other packages, and
// those that are not understood are reported.
func TestRead(t *testing.T) {
	dirs := map[string]string{modules.Kubernetes: t.TempDir(), "example.com/library": t.TempDir()}
	for path, text := range map[string]string{
		filepath.Join(dirs[modules.Kubernetes], "pkg", "metrics", "metrics.go"): declares,
		filepath.Join(dirs[modules.Kubernetes], "pkg", "metrics", "names.go"):   "package metrics\nconst two_ = \"two\"\n",
		filepath.Join(dirs["example.com/library"], "names", "names.go"):         "package names\nconst Label = \"l\"\n",
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, folder := range []string{"cmd", "plugin"} {
		if err := os.MkdirAll(filepath.Join(dirs[modules.Kubernetes], folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	found, unread, err := read(dirs)
	if err != nil || len(unread) != 1 {
		t.Errorf("unread %v, %v", unread, err)
	}
	for name, want := range map[string]string{
		"own_one_total": "counter stable a,l ", "two": "gauge alpha  1.24", "own_three": "custom beta  ", "six": "histogram internal a,l,b ",
	} {
		list := found[name]
		if len(list) != 1 {
			t.Errorf("%s: %v", name, list)
			continue
		}
		if got := strings.Join([]string{list[0].Type, list[0].Stability, strings.Join(list[0].Labels, ","), list[0].Deprecated.String()}, " "); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	if len(found) != 4 {
		t.Errorf("found %v", found)
	}
}
