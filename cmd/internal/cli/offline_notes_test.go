package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/cmd/internal/cli"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/fixtures/data"
	"github.com/kubedelta/kubedelta/fixtures/thorough"
)

// TestOfflineIsPasteable checks that the built-in notes of a release give the same report as all
// its published files: 1.14 and 1.15 have no Markdown, and 1.23 to 1.25 have drafts.
func TestOfflineIsPasteable(t *testing.T) {
	print := func(args ...string) string {
		var out, problems bytes.Buffer
		args = append(append([]string{"kubedelta", "changelog"}, args...), "--offline", "--no-cache")
		if code := cli.Main(t.Context(), args, cli.Streams{Out: &out, Err: &problems}); code != 0 {
			t.Fatalf("%v: exit code %d: %s", args, code, &problems)
		}
		return out.String()
	}
	root := filepath.Join(data.Root(t), "release-notes")
	for minor := 14; minor <= discovery.NewestMinor; minor++ {
		v := fmt.Sprintf("1.%d.0", minor)
		var published []string
		for _, file := range []string{filepath.Join("markdown", v+".md"), filepath.Join("json", v+".json"), filepath.Join("drafts", v+".json")} {
			if _, err := os.Stat(filepath.Join(root, file)); err == nil {
				published = append(published, "--notes-from", filepath.Join(root, file))
			}
		}
		if len(published) == 0 {
			t.Errorf("%s: nothing is published", v)
		}
		for _, flags := range [][]string{nil, {"--include-disabled"}} {
			if len(flags) > 0 && !thorough.On() && minor < 35 {
				continue
			}
			args := append([]string{v}, flags...)
			offline := print(args...)
			given := print(append(args, published...)...)
			if offline == given {
				continue
			}
			a, b := strings.Split(offline, "\n"), strings.Split(given, "\n")
			for i := range min(len(a), len(b)) {
				if a[i] != b[i] {
					t.Errorf("%v: line %d is\n%s\nbut of the published notes\n%s", args, i+1, a[i], b[i])
					break
				}
			}
		}
	}
}
