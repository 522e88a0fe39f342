package cli_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/fixtures/needs"
)

// TestNewcomer runs the commands of README in order and unchanged, in a fresh clone, with an empty
// home and a real binary, and compares the output with README. The contexts are those of docsWorld.
// Commands that need the network or run these tests are left out, as in TestDocumentedCommands.
func TestNewcomer(t *testing.T) {
	needs.Packages(t)
	clone, home := filepath.Join(t.TempDir(), "kubedelta"), t.TempDir()
	output(t, "git", "clone", "--quiet", projectRoot, clone)
	world := newDocsWorld(t)
	// Modules and the build cache are shared: they do not differ.
	env := []string{"HOME=" + home, "CGO_ENABLED=0", "GOFLAGS=" + os.Getenv("GOFLAGS")}
	for _, name := range []string{"GOMODCACHE", "GOCACHE", "GOPROXY", "GOSUMDB", "GOTOOLCHAIN"} {
		env = append(env, name+"="+strings.TrimSpace(output(t, "go", "env", name)))
	}
	for _, v := range world.env {
		if path, ok := strings.CutPrefix(v, "PATH="); ok {
			// "go install" puts the binary here. It takes precedence over the replacement in other
			// tests.
			v = "PATH=" + filepath.Join(home, "go", "bin") + string(os.PathListSeparator) + path
		}
		env = append(env, v)
	}
	ran := 0
	for _, c := range newcomersCommands(t, clone) {
		t.Log(c)
		ran++
		newcomerRuns(t, clone, env, c)
	}
	if ran < 6 {
		t.Errorf("README shows only %d commands that can be run", ran)
	}
}

func output(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), name, args...).Output()
	if err != nil {
		t.Fatalf("%s %s: %v", name, strings.Join(args, " "), err)
	}
	return string(out)
}

// newcomersCommands returns the commands of the clone's README that need no network.
func newcomersCommands(t *testing.T, clone string) (out []shownCommand) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(clone, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	shown, err := docsPage{"README.md", string(text)}.shown()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range shown {
		if _, left := unrunCommand(c.text); !left || c.text == "go install ./cmd/kubedelta" {
			out = append(out, c)
		}
	}
	return out
}

func newcomerRuns(t *testing.T, clone string, env []string, c shownCommand) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "bash", "-c", c.text)
	var out, errs bytes.Buffer
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = clone, env, &out, &errs
	_ = cmd.Run() // the exit code is checked
	want, _ := outcomeOf(c.text)
	if code := cmd.ProcessState.ExitCode(); code != want {
		t.Errorf("%s\nexited with %d, want %d\n%s", c, code, want, errs.String())
		return
	}
	if c.output == "" {
		return
	}
	if err := matchesShown(c.output, out.String()); err != nil && matchesShown(c.output, out.String()+errs.String()) != nil {
		t.Errorf("%s\n%v", c, err)
	}
}
