// Package terminal has the streams of a run, colours, the pager, the progress line, warnings,
// signals and exit codes. It must not know any command or the flags of one.
package terminal

import (
	"cmp"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"sync"
	"syscall"

	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/kubedelta/kubedelta/cmd/internal/config"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/report/escape"
)

// Streams are the input and outputs of the program: reports go to Out, everything else to Err.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer

	Display       *Display
	Ending        *Ending
	Configuration *Configuration
	// Base, if not nil, is read instead of a configuration file that is found.
	Base *BaseFile
	// Token is the token for GitHub that this run was given. Unlike one in the environment, login
	// plugins of a kubeconfig do not inherit it.
	Token string
	// Catalog is the built-in catalog if several runs share it, as in tests; otherwise nil.
	Catalog *catalog.Catalog
	// Keys are more keys that sign data sets, in tests.
	Keys []ed25519.PublicKey
}

// Display are the flags of all commands for how output is shown.
type Display struct {
	colour         string
	Quiet, noPager bool
	// Verbosity is 1 or higher to print requests.
	Verbosity int
}

// Bind adds the flags.
func (d *Display) Bind(flags *pflag.FlagSet) {
	flags.StringVar(&d.colour, "color", colourAuto, "color of text: auto, always, never")
	flags.BoolVarP(&d.Quiet, "quiet", "q", false, "do not print progress and warnings")
	flags.IntVarP(&d.Verbosity, "verbosity", "v", 0, "`level` of messages: 1 or higher prints each request to a server")
	flags.BoolVar(&d.noPager, "no-pager", false, "do not show long reports in a pager")
}

// outlet is stdout. Its reader can stop early, as head does. Later output is discarded, so that the
// command ends with the exit code of its result.
type outlet struct {
	out  io.Writer
	gone bool
	// failed is the first error of a write, if its reader is not gone.
	failed error
}

// NewOutlet returns a writer for stdout that does not end the process when its reader is gone.
func NewOutlet(out io.Writer) io.Writer {
	// Nobody reads the channel. Go does not end the process for a signal that is sent to a channel.
	// SIGPIPE is not ignored, because the pager would inherit that.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	return &outlet{out: out}
}

func (o *outlet) Write(p []byte) (int, error) {
	if o.gone {
		return len(p), nil
	}
	n, err := o.out.Write(p)
	if err != nil && readerGone(err) {
		o.gone = true
		return len(p), nil
	}
	o.failed = cmp.Or(o.failed, err)
	return n, err
}

// Failed returns the first error of a write to a writer of NewOutlet. Cobra ignores those of the help.
func Failed(out io.Writer) error {
	if o, ok := out.(*outlet); ok {
		return o.failed
	}
	return nil
}

// readerGone reports whether an error is that of a write to a pipe without a reader.
func readerGone(err error) bool {
	const windowsBrokenPipe, windowsNoData = syscall.Errno(109), syscall.Errno(232)
	number, _ := errors.AsType[syscall.Errno](err)
	return number == syscall.EPIPE || runtime.GOOS == "windows" && (number == windowsBrokenPipe || number == windowsNoData)
}

// screen is a writer to a terminal through a pager.
type screen struct {
	io.Writer
	columns int
}

func fileOf(stream any) *os.File {
	switch s := stream.(type) {
	case *os.File:
		return s
	case *outlet:
		return fileOf(s.out)
	}
	return nil
}

// IsTerminal reports whether what is written to a stream is shown on a terminal.
func IsTerminal(stream any) bool {
	if _, ok := stream.(*screen); ok {
		return true
	}
	f := fileOf(stream)
	return f != nil && term.IsTerminal(int(f.Fd()))
}

// usualWidth is the width of a terminal that does not report it.
const usualWidth = 80

// Width returns the number of columns of a stream: COLUMNS, or else the width of the terminal. It
// returns 0, no limit, for anything else, so that files and pipes do not depend on the environment.
func Width(stream any) int {
	if s, ok := stream.(*screen); ok {
		return s.columns
	}
	if !IsTerminal(stream) {
		return 0
	}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	columns, _, err := term.GetSize(int(fileOf(stream).Fd()))
	if err != nil || columns <= 0 {
		return usualWidth
	}
	return columns
}

// Warner writes each warning once.
type Warner struct {
	mu       sync.Mutex
	progress *Progress
	quiet    bool
	seen     map[string]bool
}

// NewWarner returns a Warner for a run without progress.
func NewWarner(out io.Writer, quiet bool) *Warner { return (&Progress{out: out}).Warner(quiet) }

// Warner returns a Warner that writes above the progress line.
func (p *Progress) Warner(quiet bool) *Warner {
	return &Warner{progress: p, quiet: quiet, seen: map[string]bool{}}
}

// All writes warnings.
func (w *Warner) All(texts []string) {
	for _, text := range texts {
		w.Warn(text)
	}
}

// Warn writes a warning unless it was written before.
func (w *Warner) Warn(text string) {
	if w.quiet {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.seen[text] {
		w.seen[text] = true
		w.progress.Above(fmt.Sprintln("kubedelta: warning:", Shown(text)))
	}
}

// Shown escapes text for stderr, which can be a terminal or the log of a CI system. The text can
// contain answers of servers or names of files.
func Shown(text string) string { return escape.LogLines(escape.Lines(text)) }

// BaseFile is the configuration file of the base branch of a pull request. The author of a pull
// request must not decide how it is checked.
type BaseFile struct {
	Place config.Place
	Text  []byte
	// There reports whether the branch has the file.
	There bool
}

// Configuration is what commands report about the configuration file.
type Configuration struct {
	// Files are the paths of the configuration file, and of those that would be found before it.
	Files []string
	// Loosened says which settings of a file that was found make the check weaker: one sentence, or ""
	// if there are none. Redacted is the same without values.
	Loosened, Redacted string
	// Refused makes such settings an error, as in a step of GitHub Actions that does not allow
	// them.
	Refused bool
}
