//go:build unix

package crd_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/crd"
)

// TestPipeIsNotRead: a pipe is refused. Reading it would hang.
func TestPipeIsNotRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "pipe.yaml")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Skipf("no pipes here: %v", err)
	}
	for _, path := range []string{dir, name} {
		if _, err := crd.ReadPath(t.Context(), path); err == nil || !strings.Contains(err.Error(), "is not a regular file") {
			t.Errorf("%s: %v", path, err)
		}
	}
}
