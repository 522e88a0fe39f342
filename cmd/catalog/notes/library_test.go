package notes

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
)

// TestNotesBeyond: notes of a release without other data are ignored, in every format.
func TestNotesBeyond(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, minor := range []int{discovery.NewestMinor, discovery.NewestMinor + 1} {
		write(fmt.Sprintf("json/1.%d.0.json", minor), `{"1": {"text": "A note.", "markdown": "A note.", "pr_number": 1}}`)
		write(fmt.Sprintf("markdown/1.%d.0.md", minor), "## Changes by Kind\n\n### Feature\n\n- A note. ([#1](https://github.com/kubernetes/kubernetes/pull/1))\n")
		write(fmt.Sprintf("CHANGELOG-1.%d.md", minor), fmt.Sprintf("# v1.%d.1\n\n## Changes by Kind\n\n### Feature\n\n- A note. ([#2](https://github.com/kubernetes/kubernetes/pull/2))\n", minor))
	}
	library, err := readNotes(dir)
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(library.Versions())
	if want := fmt.Sprintf("[v1.%d.0 v1.%d.1]", discovery.NewestMinor, discovery.NewestMinor); got != want {
		t.Errorf("the library has %s, want %s", got, want)
	}
}
