package cli

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

	display *display
	ending  *ending
	// loosened is what a configuration file that was found takes from the answer, and
	// base where it is read in the place of the one that lies there.
	loosened *loosened
	base     *baseFile
	// catalog is the built-in catalog where several runs share what they read of it,
	// as those of a test do; else nil.
	catalog *catalog.Catalog
	// keys sign data sets besides those of the project. Only tests have any.
	keys []ed25519.PublicKey
}

// display is what the flags of every command say of how output is shown.
type display struct {
	colour         string
	quiet, noPager bool
	// verbosity is 1 or higher where requests are printed.
	verbosity int
}

func (d *display) bind(flags *pflag.FlagSet) {
	flags.StringVar(&d.colour, "color", colourAuto, "colour of text: auto, always, never")
	flags.BoolVarP(&d.quiet, "quiet", "q", false, "do not print progress and warnings")
	flags.IntVarP(&d.verbosity, "verbosity", "v", 0, "`level` of messages: 1 or higher prints each request to a server")
	flags.BoolVar(&d.noPager, "no-pager", false, "do not show long reports in a pager")
}

// outlet is standard output. Who reads it may stop early, as head does: what is
// written then goes nowhere, so that the command ends as it would have, and its
// exit code is its verdict's.
type outlet struct {
	out  io.Writer
	gone bool
}

// newOutlet makes standard output one that outlives its reader: without a word a
// write to a closed pipe would kill the process.
func newOutlet(out io.Writer) io.Writer {
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

// terminal reports whether what is written to a stream is seen on a terminal.
func terminal(stream any) bool {
	if _, ok := stream.(*screen); ok {
		return true
	}
	f := fileOf(stream)
	return f != nil && term.IsTerminal(int(f.Fd()))
}

// usualWidth is that of a terminal that does not tell.
const usualWidth = 80

// width is how many columns the lines of a stream may have: of a terminal what
// COLUMNS says, else what the terminal says; 0, any number, of everything else,
// so that what a pipe or a file gets depends on nothing around it.
func width(stream any) int {
	if s, ok := stream.(*screen); ok {
		return s.columns
	}
	if !terminal(stream) {
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

// warner writes each warning once.
type warner struct {
	mu       sync.Mutex
	progress *progress
	quiet    bool
	seen     map[string]bool
}

func newWarner(out io.Writer, quiet bool) *warner { return (&progress{out: out}).warner(quiet) }

// warner writes warnings above the line of the progress.
func (p *progress) warner(quiet bool) *warner {
	return &warner{progress: p, quiet: quiet, seen: map[string]bool{}}
}

func (w *warner) warn(text string) {
	if w.quiet {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.seen[text] {
		w.seen[text] = true
		w.progress.above(fmt.Sprintln("kubedelta: warning:", shown(text)))
	}
}

// shown makes a text safe for standard error, which is a terminal or the log of a
// CI system: a server's answer or a file's name may be in it.
func shown(text string) string { return escape.LogLines(escape.Lines(text)) }

// baseFile is the configuration file of the branch that a pull request is to be merged
// into: who asks for a merge does not decide how what is merged is judged.
type baseFile struct {
	place config.Place
	text  []byte
	// there is one.
	there bool
}
