package cli_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/cmd/internal/cli"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/fixtures/data"
	"github.com/kubedelta/kubedelta/fixtures/thorough"
)

// TestOfflineIsPasteable: the built-in notes of a release give the same report as its
// published files. Of 1.23 to 1.25 the built-in notes have more, from their drafts.
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
	for minor := 18; minor <= discovery.NewestMinor; minor++ {
		if minor >= 23 && minor <= 25 || !thorough.On() && minor < 35 {
			continue
		}
		v := fmt.Sprintf("1.%d.0", minor)
		for _, flags := range [][]string{nil, {"--include-disabled"}} {
			args := append([]string{v}, flags...)
			offline := print(args...)
			published := print(append(args, "--notes-from", filepath.Join(root, "markdown", v+".md"), "--notes-from", filepath.Join(root, "json", v+".json"))...)
			if offline == published {
				continue
			}
			a, b := strings.Split(offline, "\n"), strings.Split(published, "\n")
			for i := range min(len(a), len(b)) {
				if a[i] != b[i] {
					t.Errorf("%v: line %d is\n%s\nbut of the published notes\n%s", args, i+1, a[i], b[i])
					break
				}
			}
		}
	}
}
