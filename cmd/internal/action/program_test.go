package action_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	runner "github.com/kubedelta/kubedelta/fixtures/action"
	"github.com/kubedelta/kubedelta/fixtures/needs"
)

// absolute is a path in this project for who runs elsewhere.
func absolute(t *testing.T, path string) string {
	t.Helper()
	abs, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return abs
}

// program is kubedelta as the action builds it, in a release's archive, made once.
var program = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "kubedelta-action-test-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // it is a temporary folder
	path := filepath.Join(dir, "kubedelta")
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -funcalign=16", "-o", path, "./cmd/kubedelta")
	cmd.Dir, cmd.Env = root, append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return out, err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return runner.Archive(text)
})

// newJob is a job of a runner that has what a runner has, and where Go finds what
// it has built before.
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

// released is a job that gets kubedelta from a release of this machine.
func released(t *testing.T) *runner.Job {
	t.Helper()
	j := newJob(t)
	packed, err := program()
	if err != nil {
		t.Fatalf("%v\n%s", err, packed)
	}
	r := runner.NewReleases(t)
	publish(r, "v1.2.3", packed)
	j.Env["KUBEDELTA_DOWNLOAD_URL"] = r.URL
	return j
}

const archive = "kubedelta_1.2.3_linux_amd64.tar.gz"

// publish makes a release, for the runner that newJob gives.
func publish(r *runner.Releases, tag string, packed []byte) {
	name := "kubedelta_" + tag[1:] + "_linux_amd64.tar.gz"
	r.Put(tag, name, packed)
	r.Put(tag, "kubedelta_"+tag[1:]+"_checksums.txt", []byte(runner.Sum("other.tar.gz", nil)+runner.Sum(name, packed)))
	r.Latest(tag)
}

// packed is the archive of a script in the program's place.
func packed(t *testing.T, script string) []byte {
	t.Helper()
	text, err := runner.Archive([]byte(script))
	if err != nil {
		t.Fatal(err)
	}
	return text
}
