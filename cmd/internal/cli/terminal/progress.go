package terminal

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

// Progress is the one line on stderr that says what is being read. It is drawn
// on a terminal only, rewritten in place, and gone when the report comes.
type Progress struct {
	mu    sync.Mutex
	out   io.Writer
	on    bool
	tasks []*Task
	drawn string
}

// NewProgress draws where a person looks on: not into a file, not on a terminal
// that cannot rewrite a line, not in the log of a CI system, and not where the
// person asked for quiet.
func NewProgress(streams Streams) *Progress {
	ci := os.Getenv("CI")
	on := !streams.Display.Quiet && IsTerminal(streams.Err) && !dumb() && (ci == "" || ci == "0" || ci == "false")
	return &Progress{out: streams.Err, on: on}
}

// Task is something that takes a while; total is 0 where nobody knows it.
type Task struct {
	progress    *Progress
	what        string
	done, total int
}

// Begin adds a task. What comes from outside may be in its name.
func (p *Progress) Begin(what string) *Task {
	t := &Task{progress: p, what: escape.Plain(what)}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tasks = append(p.tasks, t)
	p.draw()
	return t
}

// At says how far the task is.
func (t *Task) At(done, total int) {
	t.progress.mu.Lock()
	defer t.progress.mu.Unlock()
	t.done, t.total = done, total
	t.progress.draw()
}

// Next says that one more is done.
func (t *Task) Next() {
	t.progress.mu.Lock()
	defer t.progress.mu.Unlock()
	t.done++
	t.progress.draw()
}

// End takes the task away, and with the last one the line.
func (t *Task) End() {
	t.progress.mu.Lock()
	defer t.progress.mu.Unlock()
	t.progress.tasks = slices.DeleteFunc(t.progress.tasks, func(other *Task) bool { return other == t })
	t.progress.draw()
}

// Above writes lines that stay. The line of the progress moves below them.
func (p *Progress) Above(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.erase()
	fmt.Fprint(p.out, text)
	p.draw()
}

const eraseLine = "\r\x1b[K"

func (p *Progress) erase() {
	if p.drawn != "" {
		fmt.Fprint(p.out, eraseLine)
		p.drawn = ""
	}
}

// draw writes the line where it has changed.
func (p *Progress) draw() {
	if !p.on {
		return
	}
	line := layout.Cut(p.whole(), max(Width(p.out), 2)-1)
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
func (p *Progress) whole() string {
	if len(p.tasks) == 0 {
		return ""
	}
	line := "reading " + p.tasks[0].text(len(p.tasks) > 1)
	if others := p.tasks[1:]; len(others) > 0 {
		all := Task{what: others[0].what}
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

func (t *Task) text(short bool) string {
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
