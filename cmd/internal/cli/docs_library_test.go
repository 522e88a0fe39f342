package cli_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// shownProgram is a program of docs/library.md, and what it prints.
var shownProgram = regexp.MustCompile("(?s)<!-- (\\S+) -->\n\n```go\n.*?```\n(?:\n```text\n.*?```\n)?")

// TestLibraryPage compares the programs of docs/library.md with the examples that
// go test runs, and fails for an example that the page does not show. -update writes
// the page.
func TestLibraryPage(t *testing.T) {
	text := page(t, "docs/library.md")
	shown := map[string]bool{}
	want := shownProgram.ReplaceAllStringFunc(text, func(old string) string {
		file := shownProgram.FindStringSubmatch(old)[1]
		shown[file] = true
		program, output := exampleProgram(t, page(t, file))
		return "<!-- " + file + " -->\n\n```go\n" + program + "```\n\n```text\n" + output + "```\n"
	})
	if n := strings.Count(text, "```go\n"); n != len(shown) {
		t.Errorf("the page has %d programs, and %d name their file", n, len(shown))
	}
	err := fs.WalkDir(os.DirFS(projectRoot), ".", func(name string, e fs.DirEntry, err error) error {
		if err == nil && filepath.Base(name) == "example_test.go" && !shown[name] {
			t.Errorf("docs/library.md does not show %s", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if text == want {
		return
	}
	if !*updateScripts {
		t.Fatal("docs/library.md is stale: go test ./cmd/internal/cli -run TestLibraryPage -update")
	}
	if err := os.WriteFile(filepath.Join(projectRoot, "docs", "library.md"), []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

var exampleFile = regexp.MustCompile(`(?s)^package \w+_test\n(.*)\nfunc Example\w+\(\) {\n(.*)\t// Output:\n(.*)}\n$`)

// exampleProgram makes a program of a file with one example, and gives what it prints.
func exampleProgram(t *testing.T, file string) (program, output string) {
	t.Helper()
	m := exampleFile.FindStringSubmatch(file)
	if m == nil || strings.Count(file, "\nfunc ") != 1 {
		t.Fatalf("not a file with one example that ends with its output:\n%s", file)
	}
	return "package main\n" + m[1] + "\nfunc main() {\n" + m[2] + "}\n", strings.ReplaceAll(m[3], "\t// ", "")
}
