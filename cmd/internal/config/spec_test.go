package config_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/kubedelta/kubedelta/cmd/internal/config"
)

// spec returns a small spec with every type and meaning. The tests of package cli test the real
// one.
func spec() config.Spec {
	common := []config.Flag{
		{Name: "fail-on", Default: []string{"never"}, Usage: "a severity"},
		{Name: "offline", Type: config.Bool, Default: []string{"false"}},
		{Name: "timeout", Type: config.Duration, Default: []string{"2m0s"}},
		{Name: "kind", Type: config.List},
		{Name: "notes-from", Type: config.Array, Means: config.Path},
		{Name: "kubeconfig", Means: config.Path, Guard: "it can name programs to run"},
		{Name: "color", Default: []string{"auto"}, Instead: []string{"NO_COLOR"}},
		{Name: "ignore-file", Means: config.Path},
		{Name: "proxy-url"},
	}
	output := config.Flag{Name: "output", Type: config.Array, Means: config.FormatAndPath}
	diff := config.Command{
		Name: "diff",
		Flags: append(slices.Clone(common), output,
			config.Flag{Name: "no-notes", Type: config.Bool}, config.Flag{Name: "with-notes", Type: config.Bool},
			config.Flag{Name: "to"}, config.Flag{Name: "uses", Means: config.PathOrContext},
			config.Flag{Name: "new-kubeconfig", Means: config.Path, Hidden: true, Guard: "it can name programs to run"}),
		Clashes: []config.Clash{
			{A: "no-notes", B: "with-notes"}, {A: "no-notes", B: "notes-from"},
			{A: "OLD", B: "kubeconfig", Move: "new-kubeconfig", When: func(a, _ []string) bool { return a[0] == "https://h" }},
		},
	}
	scan := config.Command{
		Name: "scan",
		Flags: append(slices.Clone(common), output,
			config.Flag{Name: "fix", Type: config.Bool}, config.Flag{Name: "backup", Type: config.Bool}, config.Flag{Name: "to", Means: config.Source},
			config.Flag{Name: "exclude", Type: config.List, Means: config.Glob}, config.Flag{Name: "parallel", Type: config.Int}, config.Flag{Name: "set", Type: config.Array, Secret: true},
			config.Flag{Name: "paths", Type: config.Array, Means: config.Path, Argument: true, Apart: true}),
		Needs: []config.Need{{Flag: "backup", With: "fix"}},
	}
	snapshot := config.Command{Name: "snapshot", Flags: []config.Flag{{Name: "output", Means: config.Path, Apart: true}}}
	return config.Spec{Commands: []config.Command{diff, scan, snapshot}}
}

// write writes a file and its parent folders.
func write(t *testing.T, text string, parts ...string) string {
	t.Helper()
	name := filepath.Join(parts...)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func mkdir(t *testing.T, parts ...string) string {
	t.Helper()
	name := filepath.Join(parts...)
	if err := os.MkdirAll(name, 0o700); err != nil {
		t.Fatal(err)
	}
	return name
}

// read reads a text as a file that the user named.
func read(text string) (*config.File, error) {
	return config.Read(config.Named("conf/k.yaml", "/work"), []byte(text), spec())
}
