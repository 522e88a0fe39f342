package server

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// Process is a program in its own process group.
type Process struct {
	name string
	log  string
	cmd  *exec.Cmd
	// ended is closed when the process is reaped.
	ended chan struct{}
}

// Run starts a program. Its output goes to NAME.log in dir.
func Run(p Program, dir string, args ...string) (*Process, error) {
	path, err := exec.LookPath(p.Binary)
	if errors.Is(err, exec.ErrNotFound) {
		return nil, fmt.Errorf("the program %s is not in $PATH; install it (on Debian, etcd is in the package etcd-server)", p.Binary)
	} else if err != nil {
		return nil, err
	}
	out := &Process{name: p.Name, log: filepath.Join(dir, p.Name+".log"), ended: make(chan struct{})}
	out.cmd = exec.Command(path, args...) //nolint:forbidigo,gosec,noctx // it outlives what started it; Stop ends it
	out.cmd.Args[0] = p.As
	says, err := os.Create(out.log)
	if err != nil {
		return nil, err
	}
	defer says.Close() //nolint:errcheck // the program has a handle of its own
	// The user's environment must not affect the servers.
	out.cmd.Env = []string{"HOME=" + dir, "PATH=" + os.Getenv("PATH")}
	out.cmd.Dir, out.cmd.Stdout, out.cmd.Stderr = dir, says, says
	out.cmd.SysProcAttr = ownGroup()
	started := make(chan error)
	go out.run(started)
	return out, <-started
}

// run stays on one thread from start to end, because the kernel kills the process when the thread
// that started it ends (see ownGroup).
func (p *Process) run(started chan<- error) {
	runtime.LockOSThread()
	err := p.cmd.Start()
	started <- err
	if err == nil {
		_ = p.cmd.Wait() // the log says how it ended
	}
	close(p.ended)
}

// Stop kills the whole group and returns when the process is reaped. The program cannot finish
// anything.
func (p *Process) Stop() {
	if p.over() {
		return
	}
	killGroup(p.cmd.Process)
	<-p.ended
}

func (p *Process) over() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// exitReason is how a process ended, with the end of its log.
func (p *Process) exitReason() string {
	return fmt.Sprintf("%s ended: %s. The end of its log:\n%s", p.name, p.cmd.ProcessState, p.tail())
}

// tail is the end of the log, which usually says why a server does not start.
func (p *Process) tail() string {
	text, err := os.ReadFile(p.log)
	if err != nil {
		return err.Error()
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return strings.Join(lines[max(0, len(lines)-20):], "\n")
}
