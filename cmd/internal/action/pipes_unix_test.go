//go:build unix

package action_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestPipesOfPull: a named pipe that the pull request brings as a file is not opened.
func TestPipesOfPull(t *testing.T) {
	t.Parallel()
	for _, name := range []string{".git/config", ".kubedelta.yaml"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j, _, repository := pullRequest(t)
			repository.Branch("main", map[string][]byte{".kubedelta.yaml": []byte("version: 1\nscan: {to: 1.33}\n")})
			pulled(t, j, repository)
			writeFile(t, filepath.Join(j.Workspace, "src", "deploy", "a.yaml"), oldIngress)
			pipe := filepath.Join(j.Workspace, "src", name)
			if err := os.MkdirAll(filepath.Dir(pipe), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.MkdirAll(filepath.Join(j.Workspace, "src", ".git"), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := syscall.Mkfifo(pipe, 0o600); err != nil {
				t.Skip("no pipes here")
			}
			r := use(t, j, "command=scan", "to=1.33", "version=v1.2.3", "working-directory=src/deploy")
			checkOutputs(t, r, map[string]string{"verdict": "fail"})
			if strings.Contains(r.Log, "panic") {
				t.Error(r.Log)
			}
		})
	}
}
