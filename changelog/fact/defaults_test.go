package fact_test

import (
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
)

// TestDefaults checks which gates a text says are on and off by default.
func TestDefaults(t *testing.T) {
	d := small()
	for _, c := range []struct{ text, on, off string }{
		{"Disabled the `AaFoo` feature gate by default because of critical issues found before release.", "", "AaFoo"},
		{"The `AaFoo` feature gate is now disabled by default.", "", "AaFoo"},
		{"The `AaFoo` feature gate is turned off by default again.", "", "AaFoo"},
		{"Changed the default of the `AaFoo` feature gate from true to false.", "", "AaFoo"},
		{"Flipped the `AaFoo` feature gate: it defaults to false.", "", "AaFoo"},
		{"Promoted the `AaFoo` feature gate to beta (default: disabled).", "", "AaFoo"},
		{"Added the alpha feature gate `AaFoo` (off by default).", "", "AaFoo"},
		{"Promoted the `AaFoo` feature gate to Beta, enabled by default.", "AaFoo", ""},
		{"Changed the default of the `AaFoo` feature gate from false to true.", "AaFoo", ""},
		{"Promoted the `AaFoo` and `BbFoo` feature gates to beta. They are on by default.", "AaFoo BbFoo", ""},
		{"Promoted the `AaFoo` feature gate (enabled by default) and the `BbFoo` feature gate (disabled by default).", "AaFoo", "BbFoo"},
		{"The `AaFoo` feature gate is on by default; the `BbFoo` feature gate is off by default.", "AaFoo", "BbFoo"},
		{"Disabled by default the feature gates `AaFoo` and `BbFoo`.", "", "AaFoo BbFoo"},
		{"Graduated `AaFoo` to stable and `BbFoo` to beta (disabled by default).", "", "BbFoo"},
		{"Added the `AaFoo` feature gate for what the `BbFoo` feature gate does. It is disabled by default.", "", ""},
		{"The `AaFoo` feature gate was promoted to beta in 1.25, but turned off by default.", "", ""},
		{"Set the `AaFoo` feature gate to false by default, to match the `BbFoo` feature gate.", "", "AaFoo"},
		{"Set the `AaFoo` feature gate to true by default.", "AaFoo", ""},
		{"Enabled the feature gates `AaFoo`, `BbFoo`, and `CcFoo` by default.", "AaFoo BbFoo CcFoo", ""},
		// near misses
		{"The `AaFoo` feature gate is no longer disabled by default.", "", ""},
		{"The `AaFoo` feature gate was disabled by default in v1.30.", "", ""},
		{"The `AaFoo` feature gate will be disabled by default in v1.40.", "", ""},
		{"Fixed a panic when the `AaFoo` feature gate is disabled by default.", "", ""},
		{"The `AaFoo` feature gate can be disabled.", "", ""},
		{"Added `someField` to the configuration. With the `AaFoo` feature gate enabled, the scheduler now evaluates a subset by default.", "", ""},
		{"With the `AaFoo` feature gate disabled, pods are placed by default.", "", ""},
		{"The field defaults to false. The gate `AaFoo` is unchanged.", "", ""},
		{"Unless the `AaFoo` feature gate is off by default, it works.", "", ""},
	} {
		f := d.Of(discovery.Release{Major: 1, Minor: 37}, c.text, nil)
		if on, off := strings.Join(f.DefaultOnNames, " "), strings.Join(f.DefaultOffNames, " "); on != c.on || off != c.off {
			t.Errorf("%q:\n on %q, want %q\noff %q, want %q", c.text, on, c.on, off, c.off)
		}
	}
}
