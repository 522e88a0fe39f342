package files_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/fixtures/needs"
	"github.com/kubedelta/kubedelta/scan/files"
)

// TestTracked reads files that git tracks although a rule to ignore files matches them.
func TestTracked(t *testing.T) {
	t.Parallel()
	git := needs.Program(t, "git")
	for name, start := range map[string][]string{
		"version 2": {"init -q ."}, "version 3": {"init -q ."}, "version 4": {"init -q .", "config index.version 4"},
		"split": {"init -q .", "config core.splitIndex true", "config splitIndex.maxPercentChange 100"}, "SHA-256": {"init -q --object-format=sha256 ."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := lay(t, map[string]string{
				".gitignore": "build/\n*.gen.yaml\n", "a.yaml": pod, "a.gen.yaml": pod, "b.gen.yaml": pod, "build/deep/a.yaml": pod, "build/deep/b.yaml": pod, "build/c.yaml": pod,
				"build/intent.yaml": pod, "module/build/x.yaml": pod, "module/y.yaml": pod, "module/.gitignore": "y.yaml\n", "x/" + strings.Repeat("long", 30) + ".gen.yaml": pod,
			})
			run := func(in string, commands ...string) {
				for _, line := range commands {
					cmd := exec.CommandContext(t.Context(), git, strings.Fields(line)...)
					cmd.Dir = filepath.Join(dir, in)
					cmd.Env = append(os.Environ(), "HOME="+dir, "GIT_CONFIG_NOSYSTEM=1")
					if out, err := cmd.CombinedOutput(); err != nil {
						t.Fatalf("git %s: %v: %s", line, err, out)
					}
				}
			}
			run(".", start...)
			run("module", start[0], "add .", "-c user.name=a -c user.email=a@b commit -q -m a")
			run(".", "add -f a.gen.yaml build/deep/a.yaml x", "add .")
			want := []string{"a.gen.yaml 1", "a.yaml 1", "build/deep/a.yaml 1"}
			if name == "version 3" { // for flags such as this one
				run(".", "add -f --intent-to-add build/intent.yaml")
				want = append(want, "build/intent.yaml 1")
			}
			if name == "split" { // the shared index has what this changes
				run(".", "update-index --split-index", "add -f b.gen.yaml", "rm -q --cached a.gen.yaml", "update-index --force-remove build/deep/a.yaml", "add -f build/c.yaml")
				want = []string{"a.yaml 1", "b.gen.yaml 1", "build/c.yaml 1"}
			}
			want = append(want, "module/build/x.yaml 1", "x/"+strings.Repeat("long", 30)+".gen.yaml 1")
			read, _ := visit(t, files.Options{Dir: dir}, ".")
			equal(t, "read", read, want)
			if name == "split" {
				shared, _ := filepath.Glob(filepath.Join(dir, ".git", "sharedindex.*"))
				if len(shared) == 0 {
					t.Fatal("the index is not split")
				}
				for _, file := range shared {
					if err := os.Remove(file); err != nil {
						t.Fatal(err)
					}
				}
				_, account := visit(t, files.Options{Dir: dir}, ".")
				equal(t, "without the shared index", unreadable(account), []string{".: the index of git cannot be read completely, so files that git tracks may be missing where a .gitignore matches them: run git update-index --no-split-index, or scan with --no-ignore"})
				return
			}
			run(".", "-c user.name=a -c user.email=a@b commit -q -m a", "worktree add -q tree")
			read, _ = visit(t, files.Options{Dir: filepath.Join(dir, "tree")}, "a.yaml", "build")
			equal(t, "in another work tree", read, []string{"a.yaml 1", "build/deep/a.yaml 1"})
		})
	}
}
