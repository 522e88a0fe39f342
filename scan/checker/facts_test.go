package checker

import "testing"

// TestFacts checks that each fact has a source.
func TestFacts(t *testing.T) {
	all := facts()
	for _, f := range all.Words {
		if f.Source == "" || f.Rename == "" && f.Instead == "" {
			t.Errorf("%s has no source, or no replacement", f.Word)
		}
	}
	for _, f := range all.Values {
		if f.Source == "" || f.Instead == "" {
			t.Errorf("%s %s has no source, or no replacement", f.Kind, f.Value)
		}
	}
	for _, p := range all.Volumes {
		if p.Source == "" {
			t.Errorf("%s has no source", p.Field)
		}
	}
}
