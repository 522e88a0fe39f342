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

func TestWord(t *testing.T) {
	for in, want := range map[string]string{"web-1": "web-1", "a b": "'a b'", "x;rm -rf": "'x;rm -rf'", "it's": `'it'\''s'`, "": "''", "-n": "'-n'", "a\nb": "'ab'"} {
		if got := phrase.Word(in); got != want {
			t.Errorf("%q is written %s, not %s", in, got, want)
		}
	}
}

func TestClip(t *testing.T) {
	for in, want := range map[string]string{"": "", "abc": "abc", "abcd": "abc…", "abé": "ab…"} {
		if got := phrase.Clip(in, 3); got != want {
			t.Errorf("%q is cut to %q, not %q", in, got, want)
		}
	}
}
