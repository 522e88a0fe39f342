//go:build unix

package config_test

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/kubedelta/kubedelta/cmd/internal/config"
)

// TestPipe: a file that nobody writes to would be waited for without end.
func TestPipe(t *testing.T) {
	top := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(top, config.FileName), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := config.Load("", top, "", spec()); err == nil || err.Error() != ".kubedelta.yaml is not a regular file" {
		t.Errorf("got %v", err)
	}
}
