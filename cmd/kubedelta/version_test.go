package main_test

import (
	"archive/zip"
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/fixtures/needs"
)

// TestVersionOfARelease checks that the version shows what .goreleaser.yaml sets: the linker
// ignores a variable that does not exist.
func TestVersionOfARelease(t *testing.T) {
	needs.Packages(t)
	const sha = "0123456789abcdef0123456789abcdef01234567"
	binary := build(t, "../..", nil, "releaseVersion=v1.2.3", "releaseCommit="+sha)
	if got := output(t, binary, "--version"); got != "kubedelta v1.2.3\n" {
		t.Errorf("--version: %q", got)
	}
	var v struct{ Version, Commit, Platform string }
	if err := json.Unmarshal([]byte(output(t, binary, "version", "-o", "json")), &v); err != nil {
		t.Fatal(err)
	}
	if v.Version != "v1.2.3" || v.Commit != sha {
		t.Errorf("version -o json: %+v", v)
	}
	if got := output(t, binary, "diff", "1.23", "1.24", "-o", "json"); !strings.Contains(got, `"version": "v1.2.3"`) {
		t.Error("a report does not name the release that wrote it")
	}
}

// TestVersionOfGoInstall installs the module from a proxy on disk. No variable is set, and the
// build information has the version.
func TestVersionOfGoInstall(t *testing.T) {
	needs.Packages(t)
	work := t.TempDir()
	writeProxy(t, filepath.Join(work, "proxy"), "v1.2.3")
	cache := goEnv(t, "GOMODCACHE")
	goCommand(t, work, []string{
		"GOBIN=" + filepath.Join(work, "bin"), "GOMODCACHE=" + filepath.Join(work, "modules"), "GOSUMDB=off",
		"GOFLAGS=-modcacherw", // so that the folder can be removed
		"GOPROXY=file://" + filepath.Join(work, "proxy") + ",file://" + filepath.Join(cache, "cache", "download"),
	}, "install", "-trimpath", "-ldflags", "-s -w", module+"/cmd/kubedelta@v1.2.3")
	binary := filepath.Join(work, "bin", "kubedelta")
	if got := output(t, binary, "--version"); got != "kubedelta v1.2.3\n" {
		t.Errorf("--version: %q", got)
	}
	if got := output(t, "go", "version", "-m", binary); !regexp.MustCompile(`\tmod\t` + module + `\tv1\.2\.3\t`).MatchString(got) {
		t.Errorf("the build information: %s", got)
	}
}

// writeProxy writes the module into a folder in the layout of a module proxy.
func writeProxy(t *testing.T, folder, version string) {
	t.Helper()
	at := filepath.Join(folder, filepath.FromSlash(module), "@v")
	if err := os.MkdirAll(at, 0o755); err != nil {
		t.Fatal(err)
	}
	goMod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		version + ".info": []byte(`{"Version":"` + version + `"}`), version + ".mod": goMod, "list": []byte(version + "\n"),
	} {
		if err := os.WriteFile(filepath.Join(at, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Create(filepath.Join(at, version+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := zip.NewWriter(f)
	for name, data := range sources(t) {
		entry, err := w.Create(path.Join(module+"@"+version, name))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := entry.Write(data); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// sources returns the files of the module that a build needs: no tests, and only files that
// packages use.
func sources(t *testing.T) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	root := os.DirFS("../..")
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			top, _, _ := strings.Cut(name, "/")
			if name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || top == "fixtures" || top == "docs" || top == "dist" || top == "scratch" || top == "bin" || ownModule(root, name)) {
				return fs.SkipDir
			}
			return nil
		case strings.HasSuffix(name, "_test.go"):
			return nil
		}
		data, err := fs.ReadFile(root, name)
		files[name] = data
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 100 {
		t.Fatalf("only %d files are the module's", len(files))
	}
	return files
}

// ownModule reports whether a folder is another module.
func ownModule(root fs.FS, folder string) bool {
	_, err := fs.Stat(root, path.Join(folder, "go.mod"))
	return err == nil
}
