package cli

import (
	"fmt"
	"io"
	"os"
	"sync"

	"golang.org/x/term"

	"github.com/kubedelta/kubedelta/report"
)

// Streams are the program's input and outputs: data goes to Out, everything
// else to Err.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// terminal reports whether a stream is a terminal.
func terminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// width is how many columns a terminal has; 0 for what is none.
func width(stream any) int {
	f, ok := stream.(*os.File)
	if !ok {
		return 0
	}
	columns, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return columns
}

// colourModes are the values of --color.
const (
	colourAuto   = "auto"
	colourAlways = "always"
	colourNever  = "never"
)

// style decides on colour: --color, then NO_COLOR, then FORCE_COLOR, then
// whether the output is a terminal.
func style(mode string, out io.Writer) report.Style {
	switch mode {
	case colourAlways:
		return report.Style{Colour: true}
	case colourNever:
		return report.Style{}
	}
	if os.Getenv("NO_COLOR") != "" {
		return report.Style{}
	}
	if os.Getenv("FORCE_COLOR") != "" || os.Getenv("CLICOLOR_FORCE") != "" {
		return report.Style{Colour: true}
	}
	return report.Style{Colour: terminal(out)}
}

// warner writes each warning once.
type warner struct {
	mu   sync.Mutex
	out  io.Writer
	seen map[string]bool
}

func newWarner(out io.Writer) *warner { return &warner{out: out, seen: map[string]bool{}} }

func (w *warner) warn(text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.seen[text] {
		w.seen[text] = true
		fmt.Fprintln(w.out, "kubedelta: warning:", text)
	}
}

// progress draws one line that is rewritten, on a terminal only.
type progress struct {
	mu  sync.Mutex
	out io.Writer
	on  bool
}

func newProgress(err io.Writer, quiet bool) *progress {
	return &progress{out: err, on: !quiet && terminal(err)}
}

func (p *progress) show(what string, done, total int) {
	if !p.on {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Fprintf(p.out, "\r\x1b[Kreading %s: %d of %d", what, done, total)
}

// clear takes the line away.
func (p *progress) clear() {
	if p.on {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
