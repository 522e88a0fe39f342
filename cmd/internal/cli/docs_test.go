package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/kubedelta/kubedelta/cmd/internal/cli"
	"github.com/kubedelta/kubedelta/discovery"
)

// kubedelta runs the program in this process and returns what it printed.
func kubedelta(t *testing.T, args ...string) []byte {
	t.Helper()
	var out, errs bytes.Buffer
	code := cli.Main(context.Background(), append([]string{"kubedelta"}, args...), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs})
	if code != 0 {
		t.Fatalf("kubedelta %s exited with %d: %s", strings.Join(args, " "), code, errs.String())
	}
	return out.Bytes()
}

// minorFromNewest names a minor, counted from the newest that is built in: 1 is the
// first that is not.
func minorFromNewest(n int) string {
	return discovery.Release{Major: 1, Minor: discovery.NewestMinor + n}.String()
}

// TestContract holds real reports against the published schema of the JSON form.
func TestContract(t *testing.T) {
	text, err := os.ReadFile("../../../docs/report.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	schema := contract(t, text)
	for _, args := range [][]string{
		{"1.15", "1.16"}, {"1.23", "1.24"}, {"1.24", "1.25"}, {"1.31", "1.32", "--include-disabled", "--show-descriptions"}, {minorFromNewest(-1), minorFromNewest(0), "--include-disabled"}, {"1.30", "1.30"},
	} {
		out := kubedelta(t, append([]string{"diff", "-o", "json"}, args...)...)
		var value any
		if err := json.Unmarshal(out, &value); err != nil {
			t.Fatal(err)
		}
		if err := schema.VisitJSON(value); err != nil {
			t.Errorf("diff %s: %v", strings.Join(args, " "), err)
		}
	}
	if err := schema.VisitJSON(map[string]any{"apiVersion": "kubedelta.dev/v1"}); err == nil {
		t.Error("the schema takes a report without its fields")
	}
}

// contract loads the schema as the only component of a document, so that its
// references resolve.
func contract(t *testing.T, text []byte) *openapi3.Schema {
	t.Helper()
	var root map[string]json.RawMessage
	if err := json.Unmarshal(text, &root); err != nil {
		t.Fatal(err)
	}
	var parts struct {
		Schemas map[string]json.RawMessage `json:"schemas"`
	}
	if err := json.Unmarshal(root["components"], &parts); err != nil {
		t.Fatal(err)
	}
	delete(root, "components")
	report, err := json.Marshal(root)
	if err != nil {
		t.Fatal(err)
	}
	parts.Schemas["Report"] = report
	doc, err := json.Marshal(map[string]any{
		"openapi": "3.0.3", "info": map[string]string{"title": "contract", "version": "v1"}, "paths": map[string]any{}, "components": parts,
	})
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := openapi3.NewLoader().LoadFromData(doc)
	if err != nil {
		t.Fatal(err)
	}
	return loaded.Components.Schemas["Report"].Value
}

// TestRulesPages fails where docs/rules.md or docs/scan-rules.md are not what the
// registries say.
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

// TestChangelogPage fails where docs/changelog.md shows output that the program
// does not give.
func TestChangelogPage(t *testing.T) {
	page, err := os.ReadFile("../../../docs/changelog.md")
	if err != nil {
		t.Fatal(err)
	}
	quoted := strings.ReplaceAll(strings.ReplaceAll(string(page), "\n> ", "\n"), "\n>", "\n")
	want, _, _ := strings.Cut(string(kubedelta(t, "changelog", "1.24", "--sig", "network", "--max-sigs", "3", "--offline", "--no-cache")), "\n## Feature")
	if !strings.Contains(quoted, strings.TrimSpace(want)) {
		t.Errorf("docs/changelog.md does not show this, which the program prints:\n%s", want)
	}
}

// TestReadme fails where the README does not show the whole beginning of the
// main job's report. What else it shows, TestDocumentedCommands holds.
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
