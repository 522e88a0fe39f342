package terminal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"

	"github.com/kubedelta/kubedelta/report/format"
)

// Show writes a report to standard output; on a terminal, one for people through a
// pager, as git does. The pager is waited for, and how it ends is no matter: the
// exit code is the command's.
func (s Streams) Show(name string, render func(w io.Writer) error) error {
	out, standard := s.Out.(*outlet)
	if !standard || !format.Of(name).Read || !IsTerminal(out) {
		return render(s.Out)
	}
	command, chosen := pagerCommand(os.LookupEnv)
	if s.Display.noPager || command == "" || dumb() {
		return render(s.Out)
	}
	// Ctrl-C is the pager's, which gets it from the terminal and knows what to do.
	defer s.Ending.hold()()
	p, err := startPager(command, fileOf(out), s.Err)
	if err != nil {
		if chosen && !s.Display.Quiet {
			fmt.Fprintf(s.Err, "kubedelta: warning: the pager %q cannot be run: %v; set KUBEDELTA_PAGER or PAGER to another program\n", command, err)
		}
		return render(s.Out)
	}
	defer s.Ending.ignore()()
	defer s.Ending.First(p.stop)()
	err = render(&screen{Writer: p, columns: Width(out)})
	if unread := p.wait(); unread != nil {
		_, again := s.Out.Write(unread)
		return errors.Join(err, again)
	}
	return err
}

// pagerCommand is the program that shows long reports, "" for none, and whether
// somebody chose it. A variable that is set to nothing, or to cat, asks for none.
func pagerCommand(env func(string) (string, bool)) (command string, chosen bool) {
	for _, name := range []string{"KUBEDELTA_PAGER", "PAGER"} {
		if value, set := env(name); set {
			value = strings.TrimSpace(value)
			if value == "cat" {
				value = ""
			}
			return value, true
		}
	}
	if runtime.GOOS == "windows" {
		return "", false // more has neither colours nor UTF-8
	}
	return "less", false
}

// pager is a pager that is being written to.
type pager struct {
	process *exec.Cmd
	in      io.WriteCloser
	// sent is what was written, for a pager that could not be run after all.
	sent bytes.Buffer
	gone bool
}

// startPager starts a pager on a terminal.
func startPager(command string, out *os.File, stderr io.Writer) (*pager, error) {
	name, args := words(command)
	// Not the context of the run: the pager ends when its reader is done.
	p := &pager{process: exec.CommandContext(context.Background(), name, args...)} //nolint:gosec // the user's own variable names it
	p.process.Stdout, p.process.Stderr = out, stderr
	p.process.Env = pagerEnvironment(os.Environ())
	in, err := p.process.StdinPipe()
	if err != nil {
		return nil, err
	}
	p.in = in
	if err := p.process.Start(); err != nil {
		return nil, plainReason(err)
	}
	return p, nil
}

// stop asks the pager to give the terminal back. A system without SIGTERM ends it.
func (p *pager) stop() {
	if p.process.Process.Signal(syscall.SIGTERM) != nil {
		_ = p.process.Process.Kill() // it may be gone
	}
}

// words are the program and its arguments; a shell reads what is not plain words,
// as with git.
func words(command string) (name string, args []string) {
	if runtime.GOOS != "windows" && strings.ContainsAny(command, "|&;<>()$`\\\"'\n*?[#~=%") {
		return "sh", []string{"-c", command}
	}
	list := strings.Fields(command)
	return list[0], list[1:]
}

// pagerEnvironment tells less, and lv, to show colours, to quit where the report
// fits the screen and to leave it there; who has set LESS or LV knows better.
func pagerEnvironment(env []string) []string {
	for _, preset := range []string{"LESS=FRX", "LV=-c"} {
		name, _, _ := strings.Cut(preset, "=")
		if _, set := os.LookupEnv(name); !set {
			env = append(env, preset)
		}
	}
	return env
}

// plainReason is why a program cannot be started, without its name.
func plainReason(err error) error {
	if failed, ok := errors.AsType[*exec.Error](err); ok {
		return failed.Err
	}
	return err
}

// Write hands text to the pager for as long as it reads.
func (p *pager) Write(text []byte) (int, error) {
	p.sent.Write(text)
	if !p.gone {
		if _, err := p.in.Write(text); err != nil {
			p.gone = true // it has quit, which is no error
		}
	}
	return len(text), nil
}

// The exit codes of a shell that cannot run a program.
const (
	shellCannotRun = 126
	shellNotFound  = 127
)

// wait waits until the reader is done. It gives the text back that a pager never
// showed, because a shell could not run it.
func (p *pager) wait() (unread []byte) {
	_ = p.in.Close() // it may be gone
	err := p.process.Wait()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && (exit.ExitCode() == shellCannotRun || exit.ExitCode() == shellNotFound) {
		return p.sent.Bytes()
	}
	return nil
}
