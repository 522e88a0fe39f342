package action_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/kubedelta/kubedelta/cmd/internal/cli"
	runner "github.com/kubedelta/kubedelta/fixtures/action"
	"github.com/kubedelta/kubedelta/fixtures/needs"
)

// absolute returns the absolute path of a file of this project.
func absolute(t *testing.T, path string) string {
	t.Helper()
	abs, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return abs
}

// TestMain lets a job run this test binary as kubedelta.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"kubedelta": func() { os.Exit(cli.Run()) }})
}

// newJob returns a job of a runner. It shares the build cache of Go.
func newJob(t *testing.T) *runner.Job {
	t.Helper()
	if runtime.GOOS == "windows" {
		needs.Missing(t, "this is no Linux or macOS, whose bash runs the scripts")
	}
	needs.Program(t, "bash")
	j := runner.NewJob(t)
	out, err := exec.CommandContext(t.Context(), "go", "env", "GOCACHE", "GOMODCACHE", "GOPROXY", "GOTOOLCHAIN").Output()
	if err != nil {
		t.Fatal(err)
	}
	values := strings.Split(strings.TrimSpace(string(out)), "\n")
	for i, name := range []string{"GOCACHE", "GOMODCACHE", "GOPROXY", "GOTOOLCHAIN"} {
		j.Env[name] = values[i]
	}
	return j
}

// released returns a job that installs kubedelta from a local release. The archive has a link to
// this test binary, because packing and unpacking the program takes longer than running it.
func released(t *testing.T) *runner.Job {
	t.Helper()
	j := newJob(t)
	program, err := exec.LookPath("kubedelta")
	if err != nil {
		t.Fatal(err)
	}
	r := runner.NewReleases(t)
	publish(r, "v1.2.3", packed(t, "#!/bin/sh\nexec '"+program+"' \"$@\"\n"))
	j.Env["KUBEDELTA_DOWNLOAD_URL"] = r.URL
	return j
}

const archive = "kubedelta_1.2.3_linux_amd64.tar.gz"

// publish adds a release for the runner of newJob.
func publish(r *runner.Releases, tag string, packed []byte) {
	name := "kubedelta_" + tag[1:] + "_linux_amd64.tar.gz"
	r.Put(tag, name, packed)
	r.Put(tag, "kubedelta_"+tag[1:]+"_checksums.txt", []byte(runner.Sum("other.tar.gz", nil)+runner.Sum(name, packed)))
	r.Latest(tag)
}

// packed returns an archive with a script instead of the program.
func packed(t *testing.T, script string) []byte {
	t.Helper()
	text, err := runner.Archive([]byte(script))
	if err != nil {
		t.Fatal(err)
	}
	return text
}
