//go:build unix

package local_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/rehearse/local"
)

// TestPortTaken checks that a server whose port is taken is started a few times with other ports,
// that one that fails otherwise is not, and that nothing of it remains.
func TestPortTaken(t *testing.T) {
	for says, c := range map[string]struct {
		starts int
		want   string
	}{
		"failed to listen on 127.0.0.1:1: bind: address already in use": {3, "another program used its port in each of 3 attempts: try again"},
		"unknown flag": {1, "rehearsal ended: exit status 1"},
	} {
		dir, runs := t.TempDir(), filepath.Join(t.TempDir(), "runs")
		server := filepath.Join(t.TempDir(), "kube-apiserver")
		if err := os.WriteFile(server, []byte("#!/bin/sh\necho \"$*\" >>"+runs+"\necho '"+says+"' >&2\nexit 1\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		stops := 0
		_, err := local.Start(t.Context(), dir, local.Assets{APIServer: server, Etcd: "etcd"}, func(func()) { stops++ })
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), says) {
			t.Errorf("%v", err)
		}
		text, err := os.ReadFile(runs)
		if lines := strings.Split(strings.TrimSpace(string(text)), "\n"); err != nil || len(lines) != c.starts || stops != c.starts || c.starts > 1 && lines[0] == lines[1] {
			t.Errorf("%s: %d stops, %v:\n%s", says, stops, err, text)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
			t.Errorf("%s: %v is left, %v", says, left, err)
		}
	}
}
