package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
	"github.com/kubedelta/kubedelta/fixtures/needs"
	"github.com/kubedelta/kubedelta/fixtures/pty"
)

// TestInterrupt checks that Ctrl-C while a cluster is read erases the progress line and ends the
// command, and that in less it is for less and does not change the exit code.
func TestInterrupt(t *testing.T) {
	program, err := exec.LookPath("kubedelta")
	if err != nil {
		t.Fatal(err)
	}
	environment := func(more ...string) []string {
		return append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "TERM=xterm"}, more...)
	}

	t.Run("reading", func(t *testing.T) {
		server, err := apiserver.Start(apiserver.Config{Set: &documents.Set{}, Faults: []apiserver.Fault{{Path: "/api", Kind: apiserver.Slow}, {Path: "/apis", Kind: apiserver.Slow}}})
		if err != nil {
			t.Fatal(err)
		}
		defer server.Close()
		kubeconfig := filepath.Join(t.TempDir(), "kubeconfig")
		if err := os.WriteFile(kubeconfig, server.Kubeconfig("slow"), 0o600); err != nil {
			t.Fatal(err)
		}
		p := start(t, environment("KUBECONFIG="+kubeconfig), program, "diff", "context:slow", "1.30")
		await(t, p, "reading context:slow")
		press(t, p, "\x03")
		code, screen := ended(t, p)
		if code != 130 || strings.Contains(screen, "reading") || !strings.HasSuffix(screen, "interrupted\n") {
			t.Errorf("exit code %d and\n%s", code, screen)
		}
	})

	t.Run("less", func(t *testing.T) {
		needs.Program(t, "less")
		p := start(t, environment(), program, "diff", "1.21", "1.22", "--fail-on", "breaking")
		await(t, p, "Kubernetes 1.21")
		press(t, p, "\x03")
		press(t, p, "G")
		await(t, p, "Not compared")
		if strings.Contains(p.Raw(), "findings at or above") {
			t.Error("the verdict came before less was left")
		}
		press(t, p, "q")
		code, screen := ended(t, p)
		if code != 3 || !strings.HasSuffix(screen, "kubedelta: 23 findings at or above breaking\n") {
			t.Errorf("exit code %d and\n%s", code, screen)
		}
	})

	t.Run("less leaves what fits the screen", func(t *testing.T) {
		needs.Program(t, "less")
		p := start(t, environment(), program, "matrix", "pods")
		if code, screen := ended(t, p); code != 0 || !strings.Contains(screen, "v1 pods") {
			t.Errorf("exit code %d and\n%s", code, screen)
		}
	})
}

func start(t *testing.T, env []string, program string, args ...string) *pty.Program {
	t.Helper()
	p, err := pty.Start(t.Context(), 80, 24, env, t.TempDir(), nil, program, args...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func await(t *testing.T, p *pty.Program, text string) {
	t.Helper()
	if err := p.Await(text); err != nil {
		t.Fatal(err)
	}
}

func press(t *testing.T, p *pty.Program, keys string) {
	t.Helper()
	time.Sleep(100 * time.Millisecond)
	if err := p.Type(keys); err != nil {
		t.Fatal(err)
	}
}

func ended(t *testing.T, p *pty.Program) (code int, text string) {
	t.Helper()
	code, err := p.Wait()
	if err != nil {
		t.Fatal(err)
	}
	screen := pty.NewScreen(80)
	screen.Show(p.Raw())
	return code, screen.String()
}

// TestNarrow checks that help and the state of the data set are wrapped at the width of the
// terminal, except commands that can be copied.
func TestNarrow(t *testing.T) {
	program, err := exec.LookPath("kubedelta")
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"--help"}, {"scan", "--help"}, {"help", "data"}, {"options"}, {"completion", "bash", "--help"}, {"data", "status"}} {
		p, err := pty.Start(t.Context(), 40, 24, []string{"HOME=" + t.TempDir(), "TERM=dumb", "PAGER="}, t.TempDir(), nil, program, args...)
		if err != nil {
			t.Fatal(err)
		}
		code, err := p.Wait()
		if code != 0 || err != nil {
			t.Errorf("%v: exit code %d, %v", args, code, err)
		}
		example := false
		for line := range strings.Lines(p.Raw()) {
			line = strings.TrimRight(line, "\r\n")
			example = line == "Examples:" || example && (line == "" || line[0] == ' ')
			if len(line) > 40 && !example && !strings.HasPrefix(line, "\t") {
				t.Errorf("%v: %q", args, line)
			}
		}
	}
}
