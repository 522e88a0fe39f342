package action_test

import (
	"os"
	"path/filepath"
	"testing"
)

// root is the root of the project.
const root = "../../.."

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// workflows returns the project's own workflows and the examples for users.
func workflows(t *testing.T) (paths []string) {
	t.Helper()
	for _, pattern := range []string{root + "/.github/workflows/*.yml", root + "/docs/examples/workflows/*.yml"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) < 2 {
			t.Fatalf("%s: %d files, %v", pattern, len(found), err)
		}
		paths = append(paths, found...)
	}
	return paths
}
