//go:build unix

package files_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/changelog/files"
)

// TestSpecialFiles would hang if a pipe were opened.
func TestSpecialFiles(t *testing.T) {
	t.Parallel()
	dir := put(t, map[string]string{"1.24.0.md": body, "away/1.25.0.md": body, "closed/1.26.0.md": body, "1.27.0.md": body})
	if err := syscall.Mkfifo(filepath.Join(dir, "1.23.0.md"), 0o600); err != nil {
		t.Skipf("no pipes here: %v", err)
	}
	for link, target := range map[string]string{"1.28.0.md": "1.24.0.md", "1.29.0.md": "nowhere", "folder": "away", "circle": "."} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{
		"1.23.0.md: it is not a regular file", "1.24.0.md markdown v1.24.0", "1.27.0.md markdown v1.27.0",
		"1.28.0.md: it is a symbolic link; use its target instead", "1.29.0.md: it is a symbolic link; use its target instead",
		"away/1.25.0.md markdown v1.25.0", "circle: it is a symbolic link; use its target instead",
		"closed/1.26.0.md markdown v1.26.0", "folder: it is a symbolic link; use its target instead",
	}
	if os.Getuid() != 0 {
		for _, name := range []string{"closed", "1.27.0.md"} {
			if err := os.Chmod(filepath.Join(dir, name), 0); err != nil {
				t.Fatal(err)
			}
		}
		t.Cleanup(func() { _ = os.Chmod(filepath.Join(dir, "closed"), 0o700) })
		want[2], want[7] = "1.27.0.md: it cannot be read: permission denied", "closed: it cannot be read: permission denied"
	}
	read, err := files.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, rows(dir, read)); diff != "" {
		t.Error(diff)
	}
	for _, path := range []string{filepath.Join(dir, "1.23.0.md"), "/dev/zero"} {
		if _, err := files.Read(path); err == nil || !strings.Contains(err.Error(), "it is not a regular file") {
			t.Errorf("%s: %v", path, err)
		}
	}
	// A link that the user names directly is followed.
	for path, release := range map[string]string{"folder": "v1.25.0", "folder/": "v1.25.0", "1.28.0.md": "v1.28.0"} {
		linked, err := files.Read(dir + "/" + path)
		if err != nil || len(linked) != 1 || linked[0].Release != release {
			t.Errorf("%+v %v", linked, err)
		}
	}
}
