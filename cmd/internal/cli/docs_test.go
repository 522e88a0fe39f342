package cli_test

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/cmd/internal/cli"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
)

// shared is the catalog of all runs, so that it is read only once.
var shared = catalog.New()

// kubedelta runs the program in this process and returns its output.
func kubedelta(t *testing.T, args ...string) []byte {
	t.Helper()
	var out, errs bytes.Buffer
	code := cli.Main(context.Background(), append([]string{"kubedelta"}, args...), cli.Sharing(cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, shared))
	if code != 0 {
		t.Fatalf("kubedelta %s exited with %d: %s", strings.Join(args, " "), code, errs.String())
	}
	return out.Bytes()
}

// TestRulesPages compares docs/rules.md and docs/scan-rules.md with the rules.
func TestRulesPages(t *testing.T) {
	for page, args := range map[string][]string{
		"rules.md": {"rules", "-o", "markdown"}, "scan-rules.md": {"rules", "scan", "-o", "markdown"},
		"preflight-checks.md": {"rules", "preflight", "-o", "markdown"},
	} {
		want, err := os.ReadFile("../../../docs/" + page)
		if err != nil {
			t.Fatal(err)
		}
		if got := kubedelta(t, args...); !bytes.Equal(got, want) {
			t.Errorf("docs/%s is stale: go run ./cmd/kubedelta %s > docs/%s", page, strings.Join(args, " "), page)
		}
	}
}

// TestChangelogPage compares the output in docs/changelog.md with that of the program.
func TestChangelogPage(t *testing.T) {
	page, err := os.ReadFile("../../../docs/changelog.md")
	if err != nil {
		t.Fatal(err)
	}
	quoted := strings.ReplaceAll(strings.ReplaceAll(string(page), "\n> ", "\n"), "\n>", "\n")
	want, _, _ := strings.Cut(string(kubedelta(t, "changelog", "1.24", "--sig", "network", "--api-diff", "sig", "--max-sigs", "3", "--offline", "--no-cache")), "\n## Feature")
	if !strings.Contains(quoted, strings.TrimSpace(want)) {
		t.Errorf("docs/changelog.md does not show this, which the program prints:\n%s", want)
	}
}

// TestReadme checks that README shows the complete beginning of the main report.
// TestDocumentedCommands checks its other output.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	quoted := strings.ReplaceAll(strings.ReplaceAll(string(readme), "\n> ", "\n"), "\n>", "\n")
	beginning, _, _ := strings.Cut(string(kubedelta(t, "diff", "1.24", "1.25")), "\n## Graduated")
	if want := strings.TrimSpace(beginning); !strings.Contains(quoted, want) {
		t.Errorf("README.md does not show this, which the program prints:\n%s", want)
	}
}
