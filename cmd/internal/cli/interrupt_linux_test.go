package cli_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/kubedelta/kubedelta/cmd/internal/cli"
	"github.com/kubedelta/kubedelta/fixtures/thorough"
)

// stuck is a command that does not end by itself.
type stuck struct {
	name string
	args []string
	env  []string
	// in reports whether the command has reached that point.
	in func(t *testing.T, r *running) bool
	// itself is set if the command must end without the process being ended.
	itself bool
}

// TestInterrupted checks that SIGINT and SIGTERM end every command at any point, with the exit code
// of the signal, and that stdout contains nothing that looks like a report.
func TestInterrupted(t *testing.T) {
	page := reliability(t)
	work := t.TempDir()
	t.Chdir(work)
	t.Setenv("HOME", work)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(work, ".cache"))
	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Fatal(err)
	}
	manifests(t)
	if says := fmt.Sprintf("%d places", len(places())); !strings.Contains(page, says) {
		t.Errorf("docs/reliability.md does not say that there are %s", says)
	}
	commands := map[string]bool{}
	for n, s := range places() {
		for i, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
			commands[s.args[0]] = true
			if !thorough.On() && n%2 != i {
				continue // each place with one of the signals
			}
			t.Run(fmt.Sprintf("%s %s %s", s.args[0], s.name, signal), func(t *testing.T) {
				program := "kubedelta-hasty"
				if s.itself {
					program = "kubedelta-patient"
				}
				r := begin(t, program, s)
				r.await(t, s.in)
				r.signal(t, signal)
				if code, want := r.ended(), 128+int(signal); code != want {
					t.Errorf("exit code %d, want %d: %s", code, want, r.stderr.String())
				}
				word := []string{"interrupted", "terminated"}[i]
				if text := r.stderr.String(); strings.Count(text, "kubedelta: "+word+"\n") != 1 {
					t.Errorf("stderr: %q", text)
				}
			})
		}
	}
	for _, cmd := range cli.Commands().Commands() {
		if !commands[cmd.Name()] {
			t.Errorf("no test interrupts kubedelta %s", cmd.Name())
		}
	}
}

// TestInterruptedTwice checks that a second signal ends a command at once, with a grace period of
// one hour.
func TestInterruptedTwice(t *testing.T) {
	work := t.TempDir()
	t.Chdir(work)
	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Fatal(err)
	}
	r := begin(t, "kubedelta-patient", stuck{args: []string{"scan", "."}, env: []string{"KUBEDELTA_WAIVERS=pipe"}})
	r.await(t, opens("pipe"))
	// Two signals of the same kind can be merged into one.
	r.signal(t, syscall.SIGTERM)
	r.signal(t, syscall.SIGINT)
	if code := r.ended(); code != 143 && code != 130 {
		t.Errorf("exit code %d, want that of a signal", code)
	}
}

// places returns the points at which commands have been found not to end.
func places() (list []stuck) {
	for _, args := range [][]string{
		{"diff", "1.30", "1.31"}, {"changelog", "1.31"}, {"scan", "deploy"}, {"preflight", "--to", "1.31"}, {"snapshot", "1.31", "-f", "out"},
		{"matrix", "pods"}, {"explain", "pods"}, {"history", "pods"}, {"render", "report.json"}, {"rules"},
		{"config", "view"}, {"data", "status"}, {"usage", "audit.log"}, {"rehearse", "deploy", "--on", "1.36"}, {"site", "out"},
	} {
		list = append(list, stuck{"at a pipe as configuration", append(args, "--config", "pipe"), nil, opens("pipe"), false})
	}
	for _, args := range [][]string{
		{"diff", "1.20", "1.30"}, {"changelog", "1.31"}, {"scan", "deploy", "--to", "1.31"}, {"matrix"}, {"explain", "pods"}, {"history", "pods"}, {"rules"}, {"preflight", "--print-rbac=standard"},
		{"config", "schema"}, {"version"}, {"options"}, {"completion", "bash"}, {"help"}, {"data", "status"},
	} {
		list = append(list, stuck{"at a full pipe as output", args, []string{"FULL=1"}, inCall(syscall.SYS_WRITE, 1), false})
	}
	return append(list,
		stuck{"at a pipe as waivers", []string{"scan", "deploy", "--waivers", "pipe"}, nil, opens("pipe"), false},
		stuck{"at a pipe as baseline", []string{"scan", "deploy", "--baseline", "pipe"}, nil, opens("pipe"), false},
		stuck{"at a pipe as values", []string{"scan", "deploy", "--values", "pipe"}, nil, opens("pipe"), false},
		stuck{"at standard input", []string{"scan", "-"}, nil, inCall(syscall.SYS_READ, 0), false},
		stuck{"at a pipe to write to", []string{"scan", "deploy", "--to", "1.31", "-o", "json=pipe"}, nil, inCall(syscall.SYS_OPENAT, -1), false},
		stuck{"in large files", []string{"scan", "large"}, nil, busy, true},
		stuck{"in charts", []string{"scan", "charts"}, nil, busy, false},
		stuck{"at standard input", []string{"usage", "-"}, nil, inCall(syscall.SYS_READ, 0), false},
		stuck{"at standard input", []string{"render", "-"}, nil, inCall(syscall.SYS_READ, 0), false},
		stuck{"at a pipe as report", []string{"render", "pipe"}, nil, opens("pipe"), false},
		stuck{"at a pipe as waivers", []string{"diff", "1.30", "1.31", "--waivers", "pipe"}, nil, opens("pipe"), false},
		stuck{"at a pipe as template", []string{"diff", "1.30", "1.31", "--template", "pipe"}, nil, opens("pipe"), false},
		stuck{"at a server", []string{"diff", "context:slow", "1.31"}, nil, asks, true},
		stuck{"at a server", []string{"snapshot", "context:slow", "-f", "out"}, nil, asks, true},
		stuck{"at a server", []string{"preflight", "--context", "slow", "--to", "1.31"}, nil, asks, true},
		stuck{"at the server to ask", []string{"preflight", "--context", "slow", "--to", "1.31", "--rehearse", "context:slow"}, nil, asks, true},
		stuck{"at the server to ask", []string{"rehearse", "deploy", "--on", "context:slow"}, nil, asks, true},
		stuck{"at a pipe as waivers", []string{"preflight", "--context", "slow", "--to", "1.31", "--waivers", "pipe"}, nil, opens("pipe"), false},
		stuck{"at a pipe as annotations", []string{"changelog", "1.31", "--annotations", "pipe"}, nil, opens("pipe"), false},
		stuck{"at a server", []string{"action"}, []string{"INPUT_COMMAND=diff", "INPUT_OLD=context:slow", "INPUT_NEW=1.31"}, asks, true},
		stuck{"at a pipe as waivers", []string{"action"}, []string{"INPUT_COMMAND=scan", "INPUT_PATHS=deploy", "INPUT_ARGS=--waivers=pipe"}, opens("pipe"), false},
	)
}
