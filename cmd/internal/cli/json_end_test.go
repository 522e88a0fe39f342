package cli_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/cmd/internal/cli"
)

// TestJSONEnds checks that JSON ends with one line break, whichever command writes it.
func TestJSONEnds(t *testing.T) {
	t.Parallel()
	for _, args := range []string{"version", "data status", "rules", "matrix ingresses", "explain pods", "explain gate SidecarContainers", "history lease", "diff 1.36 1.37", "changelog 1.36"} {
		var out, problems bytes.Buffer
		code := cli.Main(t.Context(), append(strings.Fields("kubedelta "+args), "-o", "json"), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &problems})
		if text := out.String(); code != 0 || !strings.HasSuffix(text, "}\n") && !strings.HasSuffix(text, "]\n") {
			t.Errorf("%s: exit code %d, it ends with %q: %s", args, code, text[max(0, len(text)-10):], &problems)
		}
	}
}
