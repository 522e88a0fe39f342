package main_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/kubedelta/kubedelta/cmd/internal/cli"
)

// hook is an entry of .pre-commit-hooks.yaml.
type hook struct {
	ID, Name, Description, Language, Entry string
	Args                                   []string
	TypesOr                                []string `json:"types_or"`
	PassFilenames                          *bool    `json:"pass_filenames"`
	AlwaysRun                              bool     `json:"always_run"`
	RequireSerial                          bool     `json:"require_serial"`
	MinimumPreCommitVersion                string   `json:"minimum_pre_commit_version"`
}

func readHooks(t *testing.T) []hook {
	t.Helper()
	text, err := os.ReadFile("../../.pre-commit-hooks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var hooks []hook
	if err := yaml.UnmarshalStrict(text, &hooks); err != nil {
		t.Fatal(err)
	}
	return hooks
}

func TestHook(t *testing.T) {
	hooks := readHooks(t)
	if len(hooks) != 2 {
		t.Fatalf("%d hooks", len(hooks))
	}
	if h := hooks[1]; h.ID != "kubedelta-scan-changed" || h.Name == "" || h.Entry != "kubedelta scan" || h.Language != "golang" ||
		!slices.Contains(h.Args, "--changed-since") || h.PassFilenames == nil || *h.PassFilenames || !h.AlwaysRun || !h.RequireSerial {
		t.Errorf("the hook of what changed: %+v", h)
	}
	h := hooks[0]
	if h.ID != "kubedelta-scan" || h.Name == "" || h.Entry != "kubedelta scan" || h.Language != "golang" {
		t.Errorf("what pre-commit requires: %+v", h)
	}
	if !slices.Equal(h.TypesOr, []string{"yaml", "json"}) || h.PassFilenames != nil && !*h.PassFilenames || !h.RequireSerial {
		t.Errorf("which files, and in one run: %+v", h)
	}
}

// TestHookRuns runs the entry as pre-commit does: the words of entry, then args, then file names
// relative to the repository.
func TestHookRuns(t *testing.T) {
	h := readHooks(t)[0]
	dir := t.TempDir()
	for name, text := range map[string]string{
		"old.yaml":              "apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: {name: x}\n",
		"new.yml":               "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: x}\n",
		"package.json":          `{"name": "x", "version": "1.0.0"}`,
		"values.yaml":           "replicas: 1\n",
		"with space.yaml":       "a: 1\n",
		"--to=1.20.yaml":        "apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: {name: x}\n",
		"chart/templates/p.yml": "apiVersion: v1\nkind: Pod\nmetadata:\n  name: {{ .Values.name }}\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	for _, c := range []struct {
		files []string
		args  []string
		code  int
	}{
		{files: []string{"new.yml", "package.json", "values.yaml", "with space.yaml"}, code: 0},
		{files: []string{"new.yml", "old.yaml"}, code: 3},
		{files: []string{"--to=1.20.yaml"}, code: 3},
		{files: []string{"old.yaml"}, args: []string{"--to", "1.20"}, code: 0},
		{files: []string{"chart/templates/p.yml"}, code: 4},
		{files: []string{"old.yaml"}, args: []string{"--fail-on", "never"}, code: 0},
	} {
		args := h.Args
		if c.args != nil {
			args = c.args // the user's args replace those of the hook
		}
		var out, errs bytes.Buffer
		line := slices.Concat(strings.Fields(h.Entry), args, c.files)
		code := cli.Main(context.Background(), line, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs})
		if code != c.code {
			t.Errorf("%q ends with %d, want %d\n%s%s", line, code, c.code, &out, &errs)
		}
	}
}
