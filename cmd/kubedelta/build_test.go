package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const module = "github.com/kubedelta/kubedelta"

// releaseFlags are the flags of .goreleaser.yaml. fixtures/packages checks that they are equal.
func releaseFlags(variables ...string) []string {
	ldflags := "-s -w -funcalign=16"
	for _, v := range variables {
		ldflags += " -X " + module + "/cmd/internal/cli/buildinfo." + v
	}
	return []string{"-trimpath", "-buildvcs=false", "-ldflags", ldflags}
}

// build builds kubedelta as a release, in a checkout, with variables added to the environment of
// the test.
func build(t *testing.T, checkout string, env []string, variables ...string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "kubedelta")
	args := append(append([]string{"build"}, releaseFlags(variables...)...), "-o", to, "./cmd/kubedelta")
	goCommand(t, checkout, env, args...)
	return to
}

func goCommand(t *testing.T, dir string, env []string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off"), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// output returns what a program writes to stdout.
func output(t *testing.T, program string, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), program, args...).Output()
	if err != nil {
		t.Fatalf("%s %s: %v", program, strings.Join(args, " "), err)
	}
	return string(out)
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	return strings.TrimSpace(output(t, "go", "env", name))
}
