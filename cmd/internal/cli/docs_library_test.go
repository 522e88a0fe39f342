package cli_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// shownProgram matches a program in docs/library.md and its output.
var shownProgram = regexp.MustCompile("(?s)<!-- (\\S+) -->\n\n```go\n.*?```\n(?:\n```text\n.*?```\n)?")

// TestLibraryPage compares the programs in docs/library.md with the examples that go test runs, and
// fails for an example that is not on the page. -update writes the page.
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

// TestLibraryPackages checks that the packages in docs/library.md exist, and that those in its last
// table import the modules that it lists.
func TestLibraryPackages(t *testing.T) {
	stable, costs, ok := strings.Cut(page(t, "docs/library.md"), "## What an import costs")
	_, stable, found := strings.Cut(stable, "## What is stable")
	if !ok || !found {
		t.Fatal("the page has no sections about stability and costs")
	}
	for _, m := range regexp.MustCompile("`([a-z]+(?:/[a-z]+)+|diff|discovery|changelog|scan|report)`").FindAllStringSubmatch(stable, -1) {
		if _, err := os.Stat(filepath.Join(projectRoot, filepath.FromSlash(m[1]))); err != nil {
			t.Errorf("there is no package %s", m[1])
		}
	}
	rows := regexp.MustCompile(`(?m)^\| (.+) \| (.+) \|$`).FindAllStringSubmatch(costs, -1)
	if len(rows) < 5 {
		t.Fatalf("only %d rows", len(rows))
	}
	for _, row := range rows[2:] {
		args := []string{"list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}"}
		for _, m := range inlineCode.FindAllStringSubmatch(row[1], -1) {
			args = append(args, "github.com/kubedelta/kubedelta/"+m[1])
		}
		imported := slices.Compact(slices.Sorted(slices.Values(strings.Fields(output(t, "go", args...)))))
		var named []string
		for _, m := range inlineCode.FindAllStringSubmatch(row[2], -1) {
			named = append(named, m[1])
		}
		open := strings.Contains(row[2], "and what it imports") && slices.Contains(imported, named[0])
		if !slices.Equal(imported, named) && !open {
			t.Errorf("%s import %v, and the page says %s", row[1], imported, row[2])
		}
	}
}

var exampleFile = regexp.MustCompile(`(?s)^package \w+_test\n(.*)\nfunc Example\w+\(\) {\n(.*)\t// Output:\n(.*)}\n$`)

// exampleProgram returns the example of a file as a program, and its output.
func exampleProgram(t *testing.T, file string) (program, output string) {
	t.Helper()
	m := exampleFile.FindStringSubmatch(file)
	if m == nil || strings.Count(file, "\nfunc ") != 1 {
		t.Fatalf("not a file with one example that ends with its output:\n%s", file)
	}
	return "package main\n" + m[1] + "\nfunc main() {\n" + m[2] + "}\n", strings.ReplaceAll(m[3], "\t// ", "")
}
