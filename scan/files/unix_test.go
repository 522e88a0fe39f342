//go:build unix

package files_test

import (
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/kubedelta/kubedelta/scan/files"
	"github.com/kubedelta/kubedelta/scan/finding"
)

func TestOddEntries(t *testing.T) {
	t.Parallel()
	dir := lay(t, map[string]string{
		"a.yaml": pod, "real/b.yaml": pod, "to-file.yaml": "-> real/b.yaml", "to-folder": "-> real", "loop": "-> .", "self.yaml": "-> self.yaml", "gone.yaml": "-> nothing", "other": "-> a.yaml",
		"folder.yaml/c.yaml": pod,
	})
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.yaml"), 0o600); err != nil {
		t.Skip("no pipes here")
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	socket, err := (&net.ListenConfig{}).Listen(t.Context(), "unix", filepath.Join(dir, "s.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	read, account := visit(t, files.Options{Dir: dir}, ".", "missing.yaml", "pipe", "to-folder")
	equal(t, "read", read, []string{"a.yaml 1", "folder.yaml/c.yaml 1", "real/b.yaml 1", "to-file.yaml 1"})
	equal(t, "skipped", account.Skipped, map[string]int{"link to a folder": 2, "named twice": 1, "not a manifest by name": 2})
	equal(t, "notes", account.Notes, []finding.Unreadable{{File: "loop", Reason: "link to a folder"}, {File: "to-folder", Reason: "link to a folder"}})
	pipe := `it is a pipe, which is not opened: to read from a pipe, use standard input, -`
	equal(t, "unreadable", unreadable(account), []string{
		"gone.yaml: it is a link to a path that does not exist", "pipe.yaml: " + pipe, "s.yaml: it is a socket, which is not opened", "self.yaml: it is a link to itself",
		"missing.yaml: there is no such file or folder", "pipe: " + pipe,
	})
	read, _ = visit(t, files.Options{Dir: dir}, "missing.yaml", "to-folder")
	equal(t, "a link to a folder that is named", read, []string{"to-folder/b.yaml 1"})
	_, account = visit(t, files.Options{}, "/dev/null")
	equal(t, "a device", unreadable(account), []string{"/dev/null: it is a device, which is not opened"})
}

// TestPipesOfGit: no pipe in the place of a file of git is opened.
func TestPipesOfGit(t *testing.T) {
	t.Parallel()
	for _, pipes := range [][]string{{".git"}, {".git/commondir", ".git/config", ".git/index"}} {
		dir := lay(t, map[string]string{"a.yaml": pod, "b.yaml": pod, ".gitignore": "b.yaml\n"})
		for _, name := range pipes {
			name = filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := syscall.Mkfifo(name, 0o600); err != nil {
				t.Skip("no pipes here")
			}
		}
		read, _ := visit(t, files.Options{Dir: dir}, ".")
		equal(t, pipes[0], read, []string{"a.yaml 1"})
	}
}

func TestPermissions(t *testing.T) {
	t.Parallel()
	if os.Getuid() == 0 {
		t.Skip("root may read everything")
	}
	dir := lay(t, map[string]string{"a.yaml": pod, "b/c.yaml": pod, "d.yaml": pod})
	for _, name := range []string{"a.yaml", "b"} {
		if err := os.Chmod(filepath.Join(dir, name), 0); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		if err := os.Chmod(filepath.Join(dir, "b"), 0o755); err != nil {
			t.Error(err)
		}
	})
	read, account := visit(t, files.Options{Dir: dir}, ".")
	equal(t, "read", read, []string{"a.yaml 0", "d.yaml 1"})
	equal(t, "unreadable", unreadable(account), []string{"a.yaml: permission denied", "b: the folder cannot be read: permission denied"})
}
