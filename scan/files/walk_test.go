package files_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/fixtures/corpus"
	"github.com/kubedelta/kubedelta/scan/files"
	"github.com/kubedelta/kubedelta/scan/finding"
)

const pod = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n"

// lay writes files. It maps a path to its text; "/" at the end is an empty folder, and "-> x" a
// link.
func lay(t *testing.T, all map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range all {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		if target, ok := strings.CutPrefix(text, "-> "); ok {
			err = os.Symlink(target, path)
		} else if strings.HasSuffix(name, "/") {
			err = os.MkdirAll(path, 0o755)
		} else {
			err = os.WriteFile(path, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// visit walks, and lists the files with their objects, and the account.
func visit(t *testing.T, o files.Options, paths ...string) (read []string, account *finding.Account) {
	t.Helper()
	account, err := files.Walk(t.Context(), paths, o, func(f *files.File) string {
		if f.Opaque {
			return f.Path + " opaque"
		}
		n := 0
		f.Objects(func(*tree.Object) { n++ })
		return fmt.Sprintf("%s %d", f.Path, n)
	}, func(line string) { read = append(read, line) })
	if err != nil {
		t.Fatal(err)
	}
	return read, account
}

func unreadable(account *finding.Account) (lines []string) {
	for _, u := range account.Unreadable {
		lines = append(lines, u.File+": "+u.Reason)
	}
	return lines
}

func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: %s", what, diff)
	}
}

func TestFolder(t *testing.T) {
	t.Parallel()
	dir := lay(t, map[string]string{
		"b.yaml": pod, "a.YML": pod, "c.json": `{"apiVersion":"v1","kind":"Pod"}`, "README.md": "#", "sub/deep/d.yaml": pod + "---\n" + pod,
		".git/x.yaml": pod, "node_modules/y/z.yaml": pod, ".github/w.yml": "on: push\n", "bad.yaml": "a: [\n", "chart/Chart.yaml": "name: x\n", "chart/t.yaml": pod, "x.tgz": "\x1f\x8b\x08\x00",
	})
	read, account := visit(t, files.Options{Dir: dir, Opaque: func(path string, folder bool) bool {
		return !folder && strings.HasSuffix(path, ".tgz") || folder && filepath.Base(path) == "chart"
	}}, ".")
	equal(t, "read", read, []string{".github/w.yml 0", "a.YML 1", "b.yaml 1", "bad.yaml 0", "c.json 1", "chart opaque", "sub/deep/d.yaml 2", "x.tgz opaque"})
	equal(t, "skipped", account.Skipped, map[string]int{".git and node_modules folders": 2, "not a manifest by name": 1})
	if account.Files != 6 || account.Objects != 5 || account.Documents != 7 || account.Other != 1 || len(account.Unreadable) != 1 || account.Unreadable[0].File != "bad.yaml" {
		t.Errorf("%+v", account)
	}
}

func TestGlobs(t *testing.T) {
	t.Parallel()
	dir := lay(t, map[string]string{"a.yaml": pod, "b.yml": pod, "x/a.yaml": pod, "x/test/a.yaml": pod, "x/y/test/a.yaml": pod, "z/k.tpl": pod, "z/q.yaml": pod})
	for name, tc := range map[string]struct {
		include, exclude, want []string
	}{
		"exclude a name":           {nil, []string{"a.yaml"}, []string{"b.yml 1", "z/q.yaml 1"}},
		"exclude a folder":         {nil, []string{"test"}, []string{"a.yaml 1", "b.yml 1", "x/a.yaml 1", "z/q.yaml 1"}},
		"exclude a path":           {nil, []string{"x/**"}, []string{"a.yaml 1", "b.yml 1", "z/q.yaml 1"}},
		"exclude in the middle":    {nil, []string{"x/**/test/*.yaml"}, []string{"a.yaml 1", "b.yml 1", "x/a.yaml 1", "z/q.yaml 1"}},
		"exclude with a slash":     {nil, []string{"/a.yaml"}, []string{"b.yml 1", "x/a.yaml 1", "x/test/a.yaml 1", "x/y/test/a.yaml 1", "z/q.yaml 1"}},
		"include replaces endings": {[]string{"*.tpl"}, nil, []string{"z/k.tpl 1"}},
		"include paths":            {[]string{"**/test/**"}, nil, []string{"x/test/a.yaml 1", "x/y/test/a.yaml 1"}},
		"include and exclude":      {[]string{"*.yaml"}, []string{"x", "[!a].yaml"}, []string{"a.yaml 1"}},
		"braces":                   {nil, []string{"**/{test,z}/*.{yaml,tpl}", "{b,c{,.x}}.yml"}, []string{"a.yaml 1", "x/a.yaml 1"}},
		"include braces":           {[]string{"*.{tpl,yml}"}, nil, []string{"b.yml 1", "z/k.tpl 1"}},
		"nothing":                  {[]string{"nothing"}, nil, nil},
	} {
		read, _ := visit(t, files.Options{Dir: dir, Include: tc.include, Exclude: tc.exclude}, ".")
		equal(t, name, read, tc.want)
	}
	read, _ := visit(t, files.Options{Dir: dir, Exclude: []string{"*"}}, "a.yaml", "z/k.tpl")
	equal(t, "what is named is read", read, []string{"a.yaml 1", "z/k.tpl 1"})
}

func TestBraces(t *testing.T) {
	t.Parallel()
	dir := lay(t, map[string]string{".git/x": "", ".gitignore": "{a,b}.yaml\n", "a.yaml": pod, "{a,b}.yaml": pod, "{{cookiecutter.name}}/a.yaml": pod, "{d}.yaml": pod})
	for name, tc := range map[string]struct{ exclude, want []string }{
		"git has no braces":      {nil, []string{"a.yaml 1", "{d}.yaml 1", "{{cookiecutter.name}}/a.yaml 1"}},
		"braces without a comma": {[]string{"{{cookiecutter.name}}", "{d}.yaml"}, []string{"a.yaml 1"}},
		"escaped":                {[]string{`\{a,d}.yaml`}, []string{"a.yaml 1", "{d}.yaml 1", "{{cookiecutter.name}}/a.yaml 1"}},
		"not closed":             {[]string{"{a,b"}, []string{"a.yaml 1", "{d}.yaml 1", "{{cookiecutter.name}}/a.yaml 1"}},
	} {
		read, _ := visit(t, files.Options{Dir: dir, Exclude: tc.exclude}, ".")
		equal(t, name, read, tc.want)
	}
	equal(t, "joined", files.JoinGlobs([]string{"a", "{b", "c}/{d", "e}", "{f"}), []string{"a", "{b,c}/{d,e}", "{f"})
	for _, hostile := range []string{strings.Repeat("{a,b}", 100), strings.Repeat("{", 2_000_000), strings.Repeat("{,{a", 1000)} {
		if err := files.CheckGlob(hostile); err == nil && strings.Contains(hostile, "}") {
			t.Errorf("%.20s is accepted", hostile)
		}
	}
}

func TestGitIgnore(t *testing.T) {
	t.Parallel()
	dir := lay(t, map[string]string{
		".git/info/exclude": "secret.yaml\n", ".gitignore": "# c\n*.gen.yaml\n/out/\nbuild/\n!keep.gen.yaml\nd/**/x.yaml\nq/*\n!q/r.yaml\nesc\\ \\#.yaml  \n",
		"a.yaml": pod, "a.gen.yaml": pod, "keep.gen.yaml": pod, "secret.yaml": pod, "out/a.yaml": pod, "s/out/a.yaml": pod, "s/build/a.yaml": pod, "build.yaml": pod,
		"d/x.yaml": pod, "d/e/f/x.yaml": pod, "d/y.yaml": pod, "q/a.yaml": pod, "q/r.yaml": pod, "esc #.yaml": pod,
		"n/.gitignore": "!*.gen.yaml\nlocal.yaml\n", "n/b.gen.yaml": pod, "n/local.yaml": pod, "local.yaml": pod, "n/m/local.yaml": pod,
	})
	read, account := visit(t, files.Options{Dir: dir}, ".")
	equal(t, "read", read, []string{"a.yaml 1", "build.yaml 1", "d/y.yaml 1", "keep.gen.yaml 1", "local.yaml 1", "n/b.gen.yaml 1", "q/r.yaml 1", "s/out/a.yaml 1"})
	equal(t, "skipped", account.Skipped["ignored by git"], 10)
	read, _ = visit(t, files.Options{Dir: dir}, "n", "out", "d/x.yaml")
	equal(t, "rules from above hold, for what is in a named folder", read, []string{"n/b.gen.yaml 1", "out/a.yaml 1", "d/x.yaml 1"})
	read, _ = visit(t, files.Options{Dir: dir, NoIgnore: true}, "n")
	equal(t, "nothing ignored", read, []string{"n/b.gen.yaml 1", "n/local.yaml 1", "n/m/local.yaml 1"})
	if err := os.RemoveAll(filepath.Join(dir, ".git")); err != nil {
		t.Fatal(err)
	}
	read, _ = visit(t, files.Options{Dir: dir}, "n")
	equal(t, "no work tree", read, []string{"n/b.gen.yaml 1", "n/local.yaml 1", "n/m/local.yaml 1"})
}

func TestPaths(t *testing.T) {
	t.Parallel()
	dir := lay(t, map[string]string{"w/a.yaml": pod, "o/b.yaml": pod, "w/s/c.yaml": pod})
	work := filepath.Join(dir, "w")
	read, account := visit(t, files.Options{Dir: work, Stdin: strings.NewReader(pod + "---\n" + pod)}, filepath.Join(work, "s"), "./a.yaml", "../o", filepath.Join(dir, "o"), "-", "a.yaml", "-")
	equal(t, "read", read, []string{"s/c.yaml 1", "a.yaml 1", "../o/b.yaml 1", "- 2"})
	equal(t, "skipped", account.Skipped, map[string]int{"named twice": 3})
	// A file that is named twice counts once, also by a link; a link in a folder is another file.
	links := lay(t, map[string]string{"d/a.yaml": pod, "d/e/b.yaml": pod})
	for from, to := range map[string]string{"d/link.yaml": "a.yaml", "folder": "d", "b.yaml": "d/e/b.yaml"} {
		if err := os.Symlink(to, filepath.Join(links, from)); err != nil {
			t.Fatal(err)
		}
	}
	read, _ = visit(t, files.Options{Dir: links}, "d")
	equal(t, "links in a folder", read, []string{"d/a.yaml 1", "d/e/b.yaml 1", "d/link.yaml 1"})
	read, account = visit(t, files.Options{Dir: links}, "d", "folder", "b.yaml", filepath.Join(links, "folder", "a.yaml"))
	equal(t, "links that are named", read, []string{"d/a.yaml 1", "d/e/b.yaml 1", "d/link.yaml 1"})
	equal(t, "skipped", account.Skipped, map[string]int{"named twice": 5})
	read, _ = visit(t, files.Options{Dir: links}, "d/link.yaml", "d")
	equal(t, "a link and its folder", read, []string{"d/link.yaml 1", "d/e/b.yaml 1"})
	_, account = visit(t, files.Options{}, "-")
	equal(t, "no standard input", unreadable(account), []string{"-: there is no standard input"})
}

// TestOrder checks that results come in the order of the files, and that no more are made than may
// wait.
func TestOrder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	truth, err := corpus.Write(dir, corpus.Options{Files: 300})
	if err != nil {
		t.Fatal(err)
	}
	var made, taken atomic.Int64
	var got []string
	account, err := files.Walk(t.Context(), []string{dir}, files.Options{Workers: 3, Dir: dir}, func(f *files.File) string {
		if waiting := made.Add(1) - taken.Load(); waiting > 3*64+3+2 {
			t.Errorf("%d results wait", waiting)
		}
		f.Objects(func(*tree.Object) {})
		return f.Path
	}, func(path string) {
		taken.Add(1)
		got = append(got, path)
	})
	if err != nil || len(got) != 300 || !slices.IsSorted(got) || account.Files != 300 {
		t.Fatal(err, len(got), account)
	}
	documents := 0
	for _, f := range truth {
		documents += f.Documents
	}
	if account.Documents != documents || account.Objects != 20647 {
		t.Errorf("%d documents, want %d; %d objects", account.Documents, documents, account.Objects)
	}
}

func TestInterrupted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, err := corpus.Write(dir, corpus.Options{Files: 200}); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	emitted := 0
	_, err := files.Walk(ctx, []string{dir}, files.Options{}, func(*files.File) int { return 0 }, func(int) {
		emitted++
		stop()
	})
	if err == nil || emitted > 1 {
		t.Errorf("%v, %d results after the interruption", err, emitted)
	}
}

// TestLongFile reads a file window by window, with continuous lines, documents and offsets.
func TestLongFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "long.yaml")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	one := strings.Repeat("# "+strings.Repeat("x", 97)+"\n", 9) + pod
	lines := strings.Count(one, "\n") + 1
	for range 12_000 {
		if _, err := file.WriteString(one + "---\n"); err != nil {
			t.Fatal(err)
		}
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	n := 0
	_, err = files.Walk(t.Context(), []string{path}, files.Options{}, func(f *files.File) int {
		f.Objects(func(o *tree.Object) {
			node := o.Tree.Nodes[o.APIVersionNode]
			if want := n*lines + 10; o.Document != n+1 || int(node.Line) != want || int(node.Start) != n*(len(one)+4)+912 || o.SourceLine(want) != "apiVersion: v1" || o.SourceLine(want+3) != "  name: a" {
				t.Fatalf("object %d is in document %d, line %d, at %d: %q", n, o.Document, node.Line, node.Start, o.SourceLine(want))
			}
			n++
		})
		return 0
	}, func(int) {})
	if err != nil || n != 12_000 {
		t.Error(err, n)
	}
}
