package phrase_test

import (
	"testing"

	"github.com/kubedelta/kubedelta/discovery/phrase"
)

func TestParts(t *testing.T) {
	var parts phrase.Parts
	parts.Add(true, "a")
	parts.Add(false, "b")
	if len(parts) != 1 || parts[0] != "a" {
		t.Error(parts)
	}
}

func TestWith(t *testing.T) {
	for _, c := range [][2]string{
		{phrase.With(" (", "why", ")"), " (why)"}, {phrase.With(", ", "more"), ", more"}, {phrase.With(" (", "", ")"), ""},
	} {
		if c[0] != c[1] {
			t.Errorf("%q, want %q", c[0], c[1])
		}
	}
}
