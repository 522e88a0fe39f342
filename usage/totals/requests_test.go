package totals_test

import (
	"testing"

	"github.com/kubedelta/kubedelta/usage/totals"
)

// TestSecond checks that a text that is not a time does not change the span of a log.
func TestSecond(t *testing.T) {
	for text, want := range map[string]string{
		"2026-01-02T03:04:05.000006Z":   "2026-01-02T03:04:05Z",
		"2026-01-31T23:59:59Z":          "2026-01-31T23:59:59Z",
		"2000-02-29T00:00:00Z":          "2000-02-29T00:00:00Z",
		"2026-01-02T03:04:05.006+02:00": "2026-01-02T01:04:05Z",
		"2026-99-99T99:99:99Z":          "",
		"2026-02-30T00:00:00Z":          "",
		"2026-01-02T24:00:00Z":          "",
		"2026-0a-02T03:04:05Z":          "",
		"":                              "",
	} {
		if got := totals.Second(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
