package cli_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
	"github.com/kubedelta/kubedelta/fixtures/needs"
)

// running is a program that is to be ended.
type running struct {
	command *exec.Cmd
	stderr  bytes.Buffer
	done    chan struct{}
	// server is the server of context:slow.
	server *apiserver.Server
}

// begin starts a program in the working directory. Its stdin is a pipe without input. With FULL=1,
// its stdout is a pipe that nobody reads.
func begin(t *testing.T, name string, s stuck) *running {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatal(err)
	}
	r := &running{command: exec.CommandContext(t.Context(), path, s.args...), done: make(chan struct{})}
	r.server = slowServer(t)
	r.command.Env = append(os.Environ(), s.env...)
	r.command.Stderr = &r.stderr
	in, unfed, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.command.Stdin = in
	unread, out := fullPipe(t, len(s.env) > 0 && s.env[0] == "FULL=1")
	r.command.Stdout = out
	if err := r.command.Start(); err != nil {
		t.Fatal(err)
	}
	closeAll(in, out)
	go func() {
		defer close(r.done)
		_ = r.command.Wait() // the exit code is checked
	}()
	t.Cleanup(func() {
		closeAll(unfed, unread)
		_ = r.command.Process.Kill() // it has usually ended
		<-r.done
	})
	return r
}

func closeAll(files ...*os.File) {
	for _, f := range files {
		_ = f.Close() // nothing was written
	}
}

// fullPipe returns a pipe with or without room.
func fullPipe(t *testing.T, full bool) (reads, writes *os.File) {
	t.Helper()
	reads, writes, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if full {
		raw := int(writes.Fd())
		block := make([]byte, os.Getpagesize())
		if err := syscall.SetNonblock(raw, true); err != nil {
			t.Fatal(err)
		}
		for err == nil {
			_, err = syscall.Write(raw, block)
		}
		if !errors.Is(err, syscall.EAGAIN) || syscall.SetNonblock(raw, false) != nil {
			t.Fatal(err)
		}
	}
	return reads, writes
}

func (r *running) pid() int { return r.command.Process.Pid }

// await waits until the program has reached a point.
func (r *running) await(t *testing.T, there func(t *testing.T, r *running) bool) {
	t.Helper()
	for !there(t, r) {
		select {
		case <-r.done:
			t.Fatalf("it ended before: %v: %s", r.command.ProcessState, r.stderr.String())
		case <-time.After(time.Millisecond):
		}
	}
}

func (r *running) signal(t *testing.T, s syscall.Signal) {
	t.Helper()
	if err := r.command.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
}

func (r *running) ended() (code int) {
	<-r.done
	return r.command.ProcessState.ExitCode()
}

// calls returns the system calls that the threads of the program are in, as the kernel writes them:
// number and arguments.
func (r *running) calls(t *testing.T) (calls []string) {
	t.Helper()
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/syscall", r.pid()))
	if err != nil {
		t.Fatal(err)
	}
	for _, thread := range threads {
		text, err := os.ReadFile(thread)
		if errors.Is(err, os.ErrPermission) {
			needs.Missing(t, "the system does not tell in which call a process is")
		}
		calls = append(calls, string(text))
	}
	return calls
}

// inCall reports whether the program is in a system call, with this descriptor unless it is
// negative.
func inCall(number, descriptor int) func(t *testing.T, r *running) bool {
	prefix := fmt.Sprintf("%d ", number)
	if descriptor >= 0 {
		prefix += fmt.Sprintf("0x%x ", descriptor)
	}
	return func(t *testing.T, r *running) bool {
		for _, call := range r.calls(t) {
			if strings.HasPrefix(call, prefix) {
				return true
			}
		}
		return false
	}
}

// opens reports whether the program has opened a pipe that nobody writes to.
func opens(pipe string) func(t *testing.T, r *running) bool {
	return func(t *testing.T, r *running) bool {
		t.Helper()
		// A pipe without a reader cannot be opened for writing.
		f, err := os.OpenFile(pipe, os.O_WRONLY|syscall.O_NONBLOCK, 0)
		if err == nil {
			t.Cleanup(func() { closeAll(f) })
		}
		return err == nil
	}
}

// busy reports whether the program has used CPU time for a while.
func busy(t *testing.T, r *running) bool {
	const ticks, userTime = 50, 13 // proc(5): half a second in most kernels
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", r.pid()))
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(string(text))
	used, err := strconv.Atoi(fields[userTime])
	return err == nil && used >= ticks
}

// slowServer starts the server of context:slow, which never answers.
func slowServer(t *testing.T) *apiserver.Server {
	t.Helper()
	server, err := apiserver.Start(apiserver.Config{Set: &documents.Set{}, Faults: []apiserver.Fault{{Path: "*", Kind: apiserver.Slow}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	if err := os.WriteFile("kubeconfig", server.Kubeconfig("slow"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("KUBECONFIG", "kubeconfig")
	return server
}

// asks reports whether the program waits for the server.
func asks(_ *testing.T, r *running) bool { return len(r.server.Requests()) > 0 }

// manifests writes the input of the commands: a small and a large folder, charts that take long,
// and a report.
func manifests(t *testing.T) {
	t.Helper()
	write := func(name, text string) {
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	const ingress = "apiVersion: extensions/v1beta1\nkind: Ingress\nmetadata: {name: a}\n---\n"
	write("report.json", "{}")
	write("deploy/a.yaml", ingress)
	write("large/first.yaml", strings.Repeat("apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, image: b}]}\n---\n", 200_000))
	for i := range 100 {
		if err := os.Link("large/first.yaml", fmt.Sprintf("large/%d.yaml", i)); err != nil {
			t.Fatal(err)
		}
		chart := fmt.Sprintf("charts/%d/", i)
		write(chart+"Chart.yaml", "apiVersion: v2\nname: a\nversion: 1.0.0\n")
		write(chart+"templates/a.yaml", "{{ range until 100000 }}{{ range until 100000 }}{{ $x := printf \"%d\" . }}{{ end }}{{ end }}")
	}
}
