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

// Show writes a report to stdout. On a terminal, a text report is shown in a pager, as in git. Show
// waits for the pager and ignores how it ends, because the exit code is that of the command.
func (s Streams) Show(name string, render func(w io.Writer) error) error {
	out, standard := s.Out.(*outlet)
	if !standard || !format.Of(name).Read || !IsTerminal(out) {
		return render(s.Out)
	}
	command, chosen := pagerCommand(os.LookupEnv)
	if s.Display.noPager || command == "" || dumb() {
		return render(s.Out)
	}
	// Ctrl-C is for the pager, which gets the signal from the terminal.
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

// pagerCommand returns the pager, or "" for none, and whether the user chose it. An empty variable,
// or "cat", means none.
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
		return "", false // more supports neither colours nor UTF-8
	}
	return "less", false
}

type pager struct {
	process *exec.Cmd
	in      io.WriteCloser
	// sent is what was written, in case a shell could not run the pager.
	sent bytes.Buffer
	gone bool
}

func startPager(command string, out *os.File, stderr io.Writer) (*pager, error) {
	name, args := words(command)
	// The context of the run is not used: the pager ends when the user quits it.
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

// stop asks the pager to restore the terminal. Systems without SIGTERM end the process.
func (p *pager) stop() {
	if p.process.Process.Signal(syscall.SIGTERM) != nil {
		_ = p.process.Process.Kill() // it may be gone
	}
}

// words returns the program and its arguments. As in git, a shell runs a command that is not only
// plain words.
func words(command string) (name string, args []string) {
	if runtime.GOOS != "windows" && strings.ContainsAny(command, "|&;<>()$`\\\"'\n*?[#~=%") {
		return "sh", []string{"-c", command}
	}
	list := strings.Fields(command)
	return list[0], list[1:]
}

// pagerEnvironment makes less and lv show colours, exit if the report fits the screen, and leave it
// on the screen. LESS and LV of the user are kept.
func pagerEnvironment(env []string) []string {
	for _, preset := range []string{"LESS=FRX", "LV=-c"} {
		name, _, _ := strings.Cut(preset, "=")
		if _, set := os.LookupEnv(name); !set {
			env = append(env, preset)
		}
	}
	return env
}

// plainReason returns why a program cannot be started, without its name.
func plainReason(err error) error {
	if failed, ok := errors.AsType[*exec.Error](err); ok {
		return failed.Err
	}
	return err
}

// Write sends text to the pager until the pager ends.
func (p *pager) Write(text []byte) (int, error) {
	p.sent.Write(text)
	if !p.gone {
		if _, err := p.in.Write(text); err != nil {
			p.gone = true // the user quit, which is not an error
		}
	}
	return len(text), nil
}

// The exit codes of a shell that cannot run a program.
const (
	shellCannotRun = 126
	shellNotFound  = 127
)

// wait waits for the pager. It returns the text if a shell could not run the pager.
func (p *pager) wait() (unread []byte) {
	_ = p.in.Close() // it may be gone
	err := p.process.Wait()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && (exit.ExitCode() == shellCannotRun || exit.ExitCode() == shellNotFound) {
		return p.sent.Bytes()
	}
	return nil
}
