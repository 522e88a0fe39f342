//go:build unix

package snapshot_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/source/snapshot"
)

// TestPipesAreNotRead: a pipe is refused. Reading it would hang.
func TestPipesAreNotRead(t *testing.T) {
	t.Parallel()
	dir := put(t, map[string]string{"api/v2.json": coreDoc})
	pipe := filepath.Join(dir, "api", "v1.json")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skipf("no pipes here: %v", err)
	}
	for _, path := range []string{dir, pipe, "/dev/zero"} {
		if _, _, err := snapshot.Read(t.Context(), path); err == nil || !strings.Contains(err.Error(), "it is not a regular file") {
			t.Errorf("%s: %v", path, err)
		}
	}
	if err := snapshot.Write(t.Context(), filepath.Join(put(t, nil), "x.tar.gz"), full(), snapshot.Manifest{}); err != nil {
		t.Error(err)
	}
}
