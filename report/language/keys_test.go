package language_test

import (
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/report/language"
)

const own = "github.com/kubedelta/kubedelta/report/language"

// TestKeysHaveTexts tests that each constant of the type Key has a text.
func TestKeysHaveTexts(t *testing.T) {
	list := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}\t{{.Dir}}\t{{.GoFiles}}\t{{.Imports}}",
		"./report/...", "./site/...", "./cmd/internal/...")
	list.Dir = filepath.Join("..", "..")
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	exports := map[string]string{}
	var users [][]string
	for line := range strings.Lines(string(out)) {
		p := strings.Split(strings.TrimSpace(line), "\t")
		exports[p[0]] = p[1]
		if p[0] == own || strings.Contains(p[4], own) {
			users = append(users, p)
		}
	}
	files := token.NewFileSet()
	imports := importer.ForCompiler(files, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	keys := map[string]bool{}
	for _, p := range users {
		for at, key := range keysOf(t, files, imports, p[0], p[2], strings.Fields(strings.Trim(p[3], "[]"))) {
			keys[key] = true
			if !language.Has(language.Key(key)) {
				t.Errorf("%s: %q has no text", files.Position(at), key)
			}
		}
	}
	if len(users) < 5 || len(keys) < 300 {
		t.Errorf("only %d keys in %d packages", len(keys), len(users))
	}
}

// keysOf returns the constants of a package that are keys, with their places.
func keysOf(t *testing.T, files *token.FileSet, imports types.Importer, path, dir string, names []string) map[token.Pos]string {
	t.Helper()
	var parsed []*ast.File
	for _, name := range names {
		f, err := parser.ParseFile(files, filepath.Join(dir, name), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, f)
	}
	info := types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	if _, err := (&types.Config{Importer: imports}).Check(path, files, parsed, &info); err != nil {
		t.Fatal(err)
	}
	keys := map[token.Pos]string{}
	for expression, is := range info.Types {
		if is.Value != nil && is.Type.String() == own+".Key" && constant.StringVal(is.Value) != "" {
			keys[expression.Pos()] = constant.StringVal(is.Value)
		}
	}
	return keys
}
