package cli_test

import (
	"context"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/kubedelta/kubedelta/fixtures/pty"
)

// passed are the variables of a script that a program in a terminal gets.
var passed = []string{
	"PATH", "HOME", "WORK", "TMPDIR", "XDG_CACHE_HOME", "KUBECONFIG", "CI", "TERM", "COLUMNS", "PAGER", "KUBEDELTA_PAGER", "LESS",
	"NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "CLICOLOR",
}

// runInTerminal: tty COLUMNS CODE [NAME=VALUE...] COMMAND... runs a command in a
// terminal of this width and wants this exit code. What can be read in the end is
// in the file screen, what was written in raw. The terminal must not have had to
// wrap a line, nor been sent what it does not know. Of -stdout, standard output
// goes to a file of that name instead; -keys types when -at is seen.
func runInTerminal(ts *testscript.TestScript, _ bool, args []string) {
	columns, err := strconv.Atoi(args[0])
	ts.Check(err)
	code, err := strconv.Atoi(args[1])
	ts.Check(err)
	run := terminalRun{columns: columns, env: []string{"TERM=xterm"}}
	for _, name := range passed {
		if value := ts.Getenv(name); value != "" && name != "TERM" {
			run.env = append(run.env, name+"="+value)
		}
	}
	rest := run.options(args[2:])
	screen, got := run.start(ts, rest)
	ts.Check(os.WriteFile(ts.MkAbs("screen"), []byte(screen.String()), 0o600))
	ts.Logf("[screen]\n%s", screen)
	if got != code {
		ts.Fatalf("%s exited with %d, want %d", strings.Join(rest, " "), got, code)
	}
	if len(screen.Unknown) > 0 {
		ts.Fatalf("the terminal was sent %s", strings.Join(screen.Unknown, ", "))
	}
	if screen.Wrapped > 0 && !run.wraps {
		ts.Fatalf("the terminal had to wrap %d lines", screen.Wrapped)
	}
}

// terminalRun is how a command is run in a terminal.
type terminalRun struct {
	columns  int
	env      []string
	stdout   string
	at, keys string
	wraps    bool
}

// options reads what stands before the command.
func (r *terminalRun) options(args []string) (command []string) {
	for len(args) > 0 {
		name, value, ok := strings.Cut(args[0], "=")
		switch {
		case args[0] == "-wraps":
			r.wraps = true
		case !ok:
			return args
		case name == "-stdout":
			r.stdout = value
		case name == "-at":
			r.at = value
		case name == "-keys":
			r.keys, _ = strconv.Unquote(`"` + value + `"`)
		default:
			r.env = append(slices.DeleteFunc(r.env, func(v string) bool { return strings.HasPrefix(v, name+"=") }), args[0])
		}
		args = args[1:]
	}
	return args
}

func (r *terminalRun) start(ts *testscript.TestScript, command []string) (*pty.Screen, int) {
	const rows = 24
	redirect := func(cmd *exec.Cmd) {
		if r.stdout != "" {
			f, err := os.Create(ts.MkAbs(r.stdout))
			ts.Check(err)
			cmd.Stdout = f
		}
	}
	p, err := pty.Start(context.Background(), r.columns, rows, r.env, ts.MkAbs("."), redirect, command[0], command[1:]...)
	ts.Check(err)
	if r.at != "" {
		ts.Check(p.Await(r.at))
		time.Sleep(50 * time.Millisecond) // who reads the keys may not have begun
		ts.Check(p.Type(r.keys))
	}
	code, err := p.Wait()
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs("raw"), []byte(p.Raw()), 0o600))
	screen := pty.NewScreen(r.columns)
	screen.Show(p.Raw())
	return screen, code
}
