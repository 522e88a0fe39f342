package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/cmd/internal/config"
)

const minimal = "version: 1\n"

// TestFind tests the search from the working directory upwards. Each case makes its own tree.
func TestFind(t *testing.T) {
	for name, tc := range map[string]struct {
		make       func(t *testing.T, top string)
		work, home string
		want, root string
	}{
		"here":  {func(t *testing.T, top string) { write(t, minimal, top, "a/.kubedelta.yaml") }, "a", "", ".kubedelta.yaml", "."},
		"above": {func(t *testing.T, top string) { write(t, minimal, top, "a/.kubedelta.yaml") }, "a/b/c", "", "../../.kubedelta.yaml", "."},
		"the nearest": {func(t *testing.T, top string) {
			write(t, minimal, top, ".kubedelta.yaml")
			write(t, minimal, top, "a/.kubedelta.yaml")
		}, "a/b", "", "../.kubedelta.yaml", "."},
		"in the root":      {func(t *testing.T, top string) { write(t, minimal, top, "a/.kubedelta.yaml"); mkdir(t, top, "a/.git") }, "a/b", "", "../.kubedelta.yaml", "a"},
		"below the root":   {func(t *testing.T, top string) { write(t, minimal, top, "a/b/.kubedelta.yaml"); mkdir(t, top, "a/.git") }, "a/b/c", "", "../.kubedelta.yaml", "a"},
		"not above a root": {func(t *testing.T, top string) { write(t, minimal, top, ".kubedelta.yaml"); mkdir(t, top, "a/.git") }, "a/b", "", "", ""},
		"not above a worktree": {func(t *testing.T, top string) {
			write(t, minimal, top, ".kubedelta.yaml")
			write(t, "gitdir: elsewhere", top, "a/.git")
		}, "a/b", "", "", ""},
		"at home":        {func(t *testing.T, top string) { write(t, minimal, top, "home/.kubedelta.yaml") }, "home/x", "home", "../.kubedelta.yaml", "home"},
		"not above home": {func(t *testing.T, top string) { write(t, minimal, top, ".kubedelta.yaml"); mkdir(t, top, "home") }, "home/x", "home", "", ""},
		"outside of home": {func(t *testing.T, top string) { write(t, minimal, top, ".kubedelta.yaml"); mkdir(t, top, "home") },
			"other", "home", "../.kubedelta.yaml", "."},
		"the root of a repository above home is none": {func(t *testing.T, top string) {
			mkdir(t, top, ".git")
			write(t, minimal, top, "home/.kubedelta.yaml")
		}, "home/x", "home", "../.kubedelta.yaml", "home"},
	} {
		t.Run(name, func(t *testing.T) {
			top := t.TempDir()
			mkdir(t, top, ".git") // ends the search
			if strings.Contains(name, "home") {
				if err := os.Remove(filepath.Join(top, ".git")); err != nil {
					t.Fatal(err)
				}
			}
			tc.make(t, top)
			home := ""
			if tc.home != "" {
				home = filepath.Join(top, tc.home)
			}
			place, ok, err := config.Find(mkdir(t, top, tc.work), home)
			if err != nil || ok != (tc.want != "") || place.Shown != filepath.FromSlash(tc.want) {
				t.Fatalf("found %q, %v, %v; want %q", place.Shown, ok, err, tc.want)
			}
			if ok && (place.Root != filepath.Join(top, tc.root) || !place.Found) {
				t.Errorf("its paths stay in %s, found %v; want %s", place.Root, place.Found, filepath.Join(top, tc.root))
			}
		})
	}
}

// TestFindRefuses tests what a repository could use to have another file read, and a name that is
// nearly correct.
func TestFindRefuses(t *testing.T) {
	for name, tc := range map[string]struct {
		make func(t *testing.T, file string)
		want string
	}{
		"link":   {func(t *testing.T, file string) { link(t, "/etc/passwd", file) }, ".kubedelta.yaml is a symbolic link; to use it, specify it with --config"},
		"folder": {func(t *testing.T, file string) { mkdir(t, file) }, ".kubedelta.yaml is a folder, not a file"},
		"yml":    {func(t *testing.T, file string) { write(t, minimal, strings.TrimSuffix(file, "aml")+"ml") }, ".kubedelta.yml is not read: rename it to .kubedelta.yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			top := t.TempDir()
			tc.make(t, filepath.Join(top, ".kubedelta.yaml"))
			_, err := config.Load("", top, "", spec())
			if err == nil || err.Error() != tc.want {
				t.Errorf("got %v, want %s", err, tc.want)
			}
		})
	}
}

func link(t *testing.T, to, name string) {
	t.Helper()
	if err := os.Symlink(to, name); err != nil {
		t.Fatal(err)
	}
}

// TestNamed checks that a named file can be anything that can be read, and must exist.
func TestNamed(t *testing.T) {
	top := t.TempDir()
	write(t, "version: 1\nfail-on: broken", top, ".kubedelta.yaml")
	write(t, "version: 1\nkubeconfig: kc\noutput: [json=out/a.json]", top, "conf/any.name")
	link(t, filepath.Join(top, "conf/any.name"), filepath.Join(top, "link"))
	mkdir(t, top, "work")
	work := filepath.Join(top, "work")
	for named, want := range map[string]string{
		"../conf/any.name": "../conf/kc", "../link": "../kc", filepath.Join(top, "conf/any.name"): "../conf/kc",
	} {
		file, err := config.Load(named, work, "", spec())
		if err != nil {
			t.Fatalf("%s: %v", named, err)
		}
		if got := file.General["diff"]["kubeconfig"].Values[0]; got != want {
			t.Errorf("%s: kubeconfig is %s, want %s", named, got, want)
		}
		if got := file.General["diff"]["kubeconfig"].From.Place; got != named+":2:13" {
			t.Errorf("it is set by %s", got)
		}
	}
	if file, err := config.Load(config.None, top, "", spec()); file != nil || err != nil {
		t.Errorf("none: %v, %v", file, err)
	}
	if file, err := config.Load("", "", "", spec()); file != nil || err != nil {
		t.Errorf("without a working directory: %v, %v", file, err)
	}
	for named, want := range map[string]string{
		"missing": "cannot read missing: no such file or directory", ".": "cannot read .: is a directory",
		"/dev/zero": "/dev/zero: the file is larger than 1 MiB: is it the right file?",
	} {
		if _, err := config.Load(named, work, "", spec()); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", named, err, want)
		}
	}
}
