package openapi_test

import (
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/openapi"
)

// TestGatesInDescriptions tests the forms in which descriptions of all releases name a gate.
func TestGatesInDescriptions(t *testing.T) {
	for text, want := range map[string]string{
		"This requires the SomeGate feature gate to be enabled.":                                                        "SomeGate",
		"The job controller accepts setting the field when the feature gate SomeGate is enabled (disabled by default).": "SomeGate",
		"Using this field requires the feature gate `SomeGate` to be enabled.":                                          "SomeGate",
		`It can be disabled using the Feature Gate "SomeGate".`:                                                         "SomeGate",
		"This is available when the feature-gate SomeGate is enabled":                                                   "SomeGate",
		"Lt and Gt perform numeric comparisons (requires feature gate SomeGate).":                                       "SomeGate",
		"This needs the feature gates SomeGate and OtherGate.":                                                          "OtherGate SomeGate",
		"It is used if the SomeGate beta feature gate is enabled there.":                                                "SomeGate",
		"This field needs a feature gate. PodSpec has it, too.":                                                         "",
		"The feature gate of ThisName is another one.":                                                                  "",
		"The feature gate Alone is one word.":                                                                           "",
	} {
		if got := strings.Join(openapi.FactsOf("field", text).Gates, " "); got != want {
			t.Errorf("%q names %q, want %q", text, got, want)
		}
	}
}
