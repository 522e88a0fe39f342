package cli

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/layout"
)

// progress is the one line on stderr that says what is being read. It is drawn
// on a terminal only, rewritten in place, and gone when the report comes.
type progress struct {
	mu    sync.Mutex
	out   io.Writer
	on    bool
	tasks []*task
	drawn string
}

// newProgress draws where a person looks on: not into a file, not on a terminal
// that cannot rewrite a line, not in the log of a CI system, and not where the
// person asked for quiet.
func newProgress(streams Streams) *progress {
	ci := os.Getenv("CI")
	on := !streams.display.quiet && terminal(streams.Err) && !dumb() && (ci == "" || ci == "0" || ci == "false")
	return &progress{out: streams.Err, on: on}
}

// task is something that takes a while; total is 0 where nobody knows it.
type task struct {
	progress    *progress
	what        string
	done, total int
}

// begin adds a task. What comes from outside may be in its name.
func (p *progress) begin(what string) *task {
	t := &task{progress: p, what: escape.Plain(what)}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tasks = append(p.tasks, t)
	p.draw()
	return t
}

// at says how far the task is.
func (t *task) at(done, total int) {
	t.progress.mu.Lock()
	defer t.progress.mu.Unlock()
	t.done, t.total = done, total
	t.progress.draw()
}

// next says that one more is done.
func (t *task) next() {
	t.progress.mu.Lock()
	defer t.progress.mu.Unlock()
	t.done++
	t.progress.draw()
}

// end takes the task away, and with the last one the line.
func (t *task) end() {
	t.progress.mu.Lock()
	defer t.progress.mu.Unlock()
	t.progress.tasks = slices.DeleteFunc(t.progress.tasks, func(other *task) bool { return other == t })
	t.progress.draw()
}

// above writes lines that stay. The line of the progress moves below them.
func (p *progress) above(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.erase()
	fmt.Fprint(p.out, text)
	p.draw()
}

const eraseLine = "\r\x1b[K"

func (p *progress) erase() {
	if p.drawn != "" {
		fmt.Fprint(p.out, eraseLine)
		p.drawn = ""
	}
}

// draw writes the line where it has changed.
func (p *progress) draw() {
	if !p.on {
		return
	}
	line := layout.Cut(p.whole(), max(width(p.out), 2)-1)
	switch line {
	case p.drawn:
	case "":
		p.erase()
	default:
		fmt.Fprint(p.out, eraseLine+line)
		p.drawn = line
	}
}

// whole tells of the first task, and of the others together. What is drawn of it is
// shorter than the terminal is wide: a line that is wrapped could not be rewritten.
func (p *progress) whole() string {
	if len(p.tasks) == 0 {
		return ""
	}
	line := "reading " + p.tasks[0].text(len(p.tasks) > 1)
	if others := p.tasks[1:]; len(others) > 0 {
		all := task{what: others[0].what}
		if len(others) > 1 {
			all.what = fmt.Sprintf("%s and %d more", others[0].what, len(others)-1)
		}
		for _, t := range others {
			all.done += t.done
			all.total += t.total
		}
		line += " · " + all.text(true)
	}
	return line
}

// step is after how many things of an unknown number the line changes.
const step = 25

func (t *task) text(short bool) string {
	switch {
	case t.total > 0 && short:
		return fmt.Sprintf("%s %d/%d", t.what, t.done, t.total)
	case t.total > 0:
		return fmt.Sprintf("%s: %d of %d", t.what, t.done, t.total)
	case t.done >= step:
		return strings.TrimSpace(fmt.Sprintf("%s: %d", t.what, t.done-t.done%step))
	default:
		return t.what
	}
}
