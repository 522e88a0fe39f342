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

// Progress is the line on stderr that shows what is being read. It is drawn only on a terminal, and
// erased before the report is written.
type Progress struct {
	mu    sync.Mutex
	out   io.Writer
	on    bool
	tasks []*Task
	drawn string
}

// NewProgress returns a progress line that is drawn only if stderr is a terminal that can rewrite a
// line, and neither --quiet nor CI is set.
func NewProgress(streams Streams) *Progress {
	ci := os.Getenv("CI")
	on := !streams.Display.Quiet && IsTerminal(streams.Err) && !dumb() && (ci == "" || ci == "0" || ci == "false")
	return &Progress{out: streams.Err, on: on}
}

// Task is an operation that takes some time. total is 0 if it is not known.
type Task struct {
	progress    *Progress
	what        string
	done, total int
}

// Begin adds a task. Its name can contain text from files or servers.
func (p *Progress) Begin(what string) *Task {
	t := &Task{progress: p, what: escape.Plain(what)}
	p.change(func() { p.tasks = append(p.tasks, t) })
	return t
}

// At sets how far the task is.
func (t *Task) At(done, total int) {
	t.progress.change(func() { t.done, t.total = done, total })
}

// Next counts one more item as done.
func (t *Task) Next() {
	t.progress.change(func() { t.done++ })
}

// End removes the task. Without tasks, there is no line.
func (t *Task) End() {
	t.progress.change(func() {
		t.progress.tasks = slices.DeleteFunc(t.progress.tasks, func(other *Task) bool { return other == t })
	})
}

func (p *Progress) change(do func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	do()
	p.draw()
}

// Above writes text above the progress line.
func (p *Progress) Above(text string) {
	p.change(func() {
		p.erase()
		fmt.Fprint(p.out, text)
	})
}

const eraseLine = "\r\x1b[K"

func (p *Progress) erase() {
	if p.drawn != "" {
		fmt.Fprint(p.out, eraseLine)
		p.drawn = ""
	}
}

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

// whole returns the text of the first task, and of the others together. draw cuts it to the width
// of the terminal, because a wrapped line cannot be rewritten.
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

// step is how many items of an unknown total are counted before the line changes.
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
