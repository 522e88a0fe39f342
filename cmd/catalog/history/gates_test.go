package history_test

import (
	"strings"
	"testing"

	built "github.com/kubedelta/kubedelta/cmd/catalog/history"
)

// TestSaidGates distinguishes gates that a field needs from gates that its description mentions.
func TestSaidGates(t *testing.T) {
	known := func(name string) bool { return name == "SomeGate" }
	for text, want := range map[string]string{
		"This requires the SomeGate feature gate to be enabled, which is alpha.":                                        "SomeGate|",
		"This is an alpha field and requires enabling SomeGate feature gate.":                                           "SomeGate|",
		"Requires the SomeGate feature gate to be enabled.":                                                             "SomeGate|",
		"This field can be enabled with the SomeGate feature gate.":                                                     "SomeGate|",
		"The job controller accepts setting the field when the feature gate SomeGate is enabled (disabled by default).": "|SomeGate",
		`and should be enabled using the Feature Gate "SomeGate".`:                                                      "|SomeGate",
		"If SomeGate feature is enabled users are allowed to specify lower values.":                                     "|SomeGate",
		"(Alpha) Using the namespace field of dataSourceRef requires the SomeGate feature gate to be enabled.":          "|SomeGate",
		"This requires the SomeGate feature flag to be enabled.":                                                        "SomeGate|",
		"The feature gate Unknown is needed.":                                                                           "|",
		"It is of SomeGate.":                                                                                            "|",
		"":                                                                                                              "|",
	} {
		needed, spoken := built.SaidGates(text, known)
		if got := strings.Join(needed, ",") + "|" + strings.Join(spoken, ","); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}
