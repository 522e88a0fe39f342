package git_test

import (
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/source/git"
)

func TestRange(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"main..HEAD:crds": "main:crds HEAD:crds", "main...HEAD:crds": "main...HEAD:crds HEAD:crds", "main...:a": "main...:a HEAD:a", "v1..v2": "v1: v2:", "main:a..b": "",
	} {
		old, new, ok := git.Range(text)
		if got := strings.TrimSpace(old + " " + new); got != want || ok != (want != "") {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// FuzzParsePlace: git never parses a revision as an option or as a range.
func FuzzParsePlace(f *testing.F) {
	for _, text := range []string{"main:crds", "main...HEAD:./crds", "-x:a", "a...-x:b", ":a", "a..b:c", "...", "HEAD~1:"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := git.ParsePlace(text)
		if err == nil && (p.Revision == "" || strings.HasPrefix(p.Revision, "-") || strings.HasPrefix(p.Base, "-") || strings.Contains(p.Revision+" "+p.Base, "..")) {
			t.Errorf("%q: %+v", text, p)
		}
	})
}
