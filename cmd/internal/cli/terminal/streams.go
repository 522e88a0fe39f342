// Package terminal has what a run reads from and writes to: the streams, colour, the pager,
// the line of progress, warnings, interrupts and exit codes. It knows no command and no flag
// of a command.
package terminal

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"sync"
	"syscall"

	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/kubedelta/kubedelta/cmd/internal/config"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/report/escape"
)

// Streams are the program's input and outputs: data goes to Out, everything
// else to Err.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer

	Display *Display
	Ending  *Ending
	// Loosened is what a configuration file that was found takes from the answer, and
	// Base where it is read in the place of the one that lies there.
	Loosened *Loosened
	Base     *BaseFile
	// Catalog is the built-in catalog where several runs share what they read of it,
	// as those of a test do; else nil.
	Catalog *catalog.Catalog
	// Keys sign data sets besides those of the project. Only tests have any.
	Keys []ed25519.PublicKey
}

// Display is what the flags of every command say of how output is shown.
type Display struct {
	colour         string
	Quiet, noPager bool
	// Verbosity is 1 or higher where requests are printed.
	Verbosity int
}

// Bind adds the flags.
func (d *Display) Bind(flags *pflag.FlagSet) {
	flags.StringVar(&d.colour, "color", colourAuto, "colour of text: auto, always, never")
	flags.BoolVarP(&d.Quiet, "quiet", "q", false, "do not print progress and warnings")
	flags.IntVarP(&d.Verbosity, "verbosity", "v", 0, "`level` of messages: 1 or higher prints each request to a server")
	flags.BoolVar(&d.noPager, "no-pager", false, "do not show long reports in a pager")
}

// outlet is standard output. Who reads it may stop early, as head does: what is
// written then goes nowhere, so that the command ends as it would have, and its
// exit code is its verdict's.
type outlet struct {
	out  io.Writer
	gone bool
}

// NewOutlet makes standard output one that outlives its reader: without a word a
// write to a closed pipe would kill the process.
func NewOutlet(out io.Writer) io.Writer {
	// Nobody reads the channel: that the signal is asked for keeps it from killing.
	// It is not ignored, because the pager would inherit that.
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
	return n, err
}

// readerGone tells the error of writing to a pipe that nobody reads any more.
func readerGone(err error) bool {
	var number syscall.Errno
	return errors.As(err, &number) && (number == syscall.EPIPE || isClosedPipe(number))
}

// screen is a writer whose text ends on a terminal, by way of a pager.
type screen struct {
	io.Writer
	columns int
}

// fileOf is the file behind a stream, nil where there is none.
func fileOf(stream any) *os.File {
	switch s := stream.(type) {
	case *os.File:
		return s
	case *outlet:
		return fileOf(s.out)
	}
	return nil
}

// IsTerminal reports whether what is written to a stream is seen on a terminal.
func IsTerminal(stream any) bool {
	if _, ok := stream.(*screen); ok {
		return true
	}
	f := fileOf(stream)
	return f != nil && term.IsTerminal(int(f.Fd()))
}

// usualWidth is that of a terminal that does not tell.
const usualWidth = 80

// Width is how many columns the lines of a stream may have: of a terminal what
// COLUMNS says, else what the terminal says; 0, any number, of everything else,
// so that what a pipe or a file gets depends on nothing around it.
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

// NewWarner writes warnings where no progress is shown.
func NewWarner(out io.Writer, quiet bool) *Warner { return (&Progress{out: out}).Warner(quiet) }

// Warner writes warnings above the line of the progress.
func (p *Progress) Warner(quiet bool) *Warner {
	return &Warner{progress: p, quiet: quiet, seen: map[string]bool{}}
}

// Warn writes a warning, if it was not written yet.
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

// Shown makes a text safe for standard error, which is a terminal or the log of a
// CI system: a server's answer or a file's name may be in it.
func Shown(text string) string { return escape.LogLines(escape.Lines(text)) }

// BaseFile is the configuration file of the branch that a pull request is to be merged
// into: who asks for a merge does not decide how what is merged is checked.
type BaseFile struct {
	Place config.Place
	Text  []byte
	// There is one.
	There bool
}

// Loosened is what a found file takes from the answer of this run.
type Loosened struct {
	List  []config.Loosening
	Place config.Place
	// Refused: no found file may, as in a step of GitHub Actions that does not allow it.
	Refused bool
}

// Text says it in a sentence, in which names may be redacted; empty if it takes nothing.
func (l *Loosened) Text(redacted bool) string { return config.Told(l.List, l.Place, redacted) }
