//go:build unix

package config_test

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/kubedelta/kubedelta/cmd/internal/config"
)

// TestPipe checks that a pipe is refused: reading it could wait forever.
func TestPipe(t *testing.T) {
	top := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(top, config.FileName), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := config.Load("", top, "", spec()); err == nil || err.Error() != ".kubedelta.yaml is not a regular file" {
		t.Errorf("got %v", err)
	}
}
