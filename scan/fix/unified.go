package fix

import (
	"fmt"
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// around is the number of context lines before and after a change.
const around = 3

// line is one line of a comparison: ' ' for an unchanged one, '-', '+'.
type line struct {
	mark byte
	text string
}

// Unified shows what a fix changes as a unified diff for patch(1); "" if nothing changes. Hidden
// lines of the old text are in no hunk: a change next to them has fewer context lines, and a change
// of such a line, or directly beside one, is not shown. It returns the numbers of the lines whose
// change is not shown.
func Unified(file string, old, new []byte, hidden func(line int) bool) (text string, notShown []int) {
	u := unified{lines: compareLines(string(old), string(new)), hidden: hidden, moved: map[string]bool{}}
	at := 0
	for line := range strings.Lines(string(old)) {
		if at++; hidden != nil && hidden(at) && strings.TrimSpace(line) != "" {
			u.moved[strings.TrimSpace(line)] = true
		}
	}
	var b strings.Builder
	for i := 0; i < len(u.lines); {
		if u.lines[i].mark == ' ' {
			u.oldLine, u.newLine, i = u.oldLine+1, u.newLine+1, i+1
			continue
		}
		last, secret := u.block(i)
		if !secret {
			last = u.merged(i, last)
		}
		before, after, ok := u.context(i, last)
		if secret || !ok {
			first, now := u.oldLine+1, u.newLine
			i = u.pass(i, last)
			u.newLine = now + u.oldLine + 1 - first // the patch does not change these lines
			for line := first; line <= u.oldLine; line++ {
				notShown = append(notShown, line)
			}
			if first > u.oldLine {
				notShown = append(notShown, first) // lines are inserted before it
			}
			continue
		}
		if b.Len() == 0 {
			fmt.Fprintf(&b, "--- a/%s\n+++ b/%s\n", file, file)
		}
		u.hunk(&b, i, last, before, after)
		i = u.pass(i, last)
	}
	return b.String(), notShown
}

// unified is the state of the conversion to text. oldLine and newLine are the numbers of lines of
// the two texts that were processed.
type unified struct {
	lines  []line
	hidden func(int) bool
	// moved are the texts of the hidden lines, which may be written again elsewhere.
	moved            map[string]bool
	oldLine, newLine int
}

// block is the end of the changes at i, and whether one is of a hidden line or has its text.
func (u *unified) block(i int) (end int, secret bool) {
	old := u.oldLine
	for ; i < len(u.lines) && u.lines[i].mark != ' '; i++ {
		if u.lines[i].mark == '-' {
			old++
			secret = secret || u.hides(old)
		} else {
			secret = secret || u.moved[strings.TrimSpace(u.lines[i].text)]
		}
	}
	return i, secret
}

func (u *unified) hides(line int) bool { return u.hidden != nil && u.hidden(line) }

// merged is the end of the hunk whose first changes are those from i to end. Changes with few
// enough lines between them are in one hunk.
func (u *unified) merged(i, end int) int {
	for {
		o, _ := counts(u.lines[i:end])
		between := u.visible(end, u.oldLine+o+1, 2*around)
		next := end + between
		if between == 2*around || next == len(u.lines) || u.lines[next].mark == ' ' {
			return end
		}
		at := *u
		at.oldLine += o + between
		last, secret := at.block(next)
		if secret {
			return end
		}
		end = last
	}
}

// visible counts the unchanged lines from i on, at line, that may be shown, up to most.
func (u *unified) visible(i, line, most int) (n int) {
	for n < most && i+n < len(u.lines) && u.lines[i+n].mark == ' ' && !u.hides(line+n) {
		n++
	}
	return n
}

// context counts the lines before and after the changes from i to end that are shown with them. git
// and patch(1) take fewer lines on one side for the start or end of the file, so both sides have the
// same number elsewhere. ok is false if there would be none: git does not apply such a hunk.
func (u *unified) context(i, end int) (before, after int, ok bool) {
	o, _ := counts(u.lines[i:end])
	for before < min(around, i) && u.lines[i-before-1].mark == ' ' && !u.hides(u.oldLine-before) {
		before++
	}
	after = u.visible(end, u.oldLine+o+1, around)
	if end+after < len(u.lines) {
		before = min(before, after)
	}
	if before < i {
		after = min(after, before)
	}
	return before, after, (before > 0 || i == 0) && (after > 0 || end == len(u.lines))
}

// hunk writes the changes from i to end with their context.
func (u *unified) hunk(b *strings.Builder, i, end, before, after int) {
	o, n := counts(u.lines[i:end])
	fmt.Fprintf(b, "@@ -%d,%d +%d,%d @@\n", u.oldLine-before+1, before+o+after, u.newLine-before+1, before+n+after)
	for _, l := range u.lines[i-before : end+after] {
		text, ended := strings.CutSuffix(l.text, "\n")
		fmt.Fprintf(b, "%c%s\n", l.mark, text)
		if !ended {
			b.WriteString("\\ No newline at end of file\n")
		}
	}
}

// pass skips the lines from i to end.
func (u *unified) pass(i, end int) int {
	o, n := counts(u.lines[i:end])
	u.oldLine, u.newLine = u.oldLine+o, u.newLine+n
	return end
}

func counts(lines []line) (old, new int) {
	for _, l := range lines {
		if l.mark != '+' {
			old++
		}
		if l.mark != '-' {
			new++
		}
	}
	return old, new
}

func compareLines(old, new string) (lines []line) {
	dmp := diffmatchpatch.New()
	a, b, texts := dmp.DiffLinesToRunes(old, new)
	for _, d := range dmp.DiffCharsToLines(dmp.DiffMainRunes(a, b, false), texts) {
		mark := map[diffmatchpatch.Operation]byte{diffmatchpatch.DiffDelete: '-', diffmatchpatch.DiffInsert: '+', diffmatchpatch.DiffEqual: ' '}[d.Type]
		for text := range strings.Lines(d.Text) {
			lines = append(lines, line{mark, text})
		}
	}
	return lines
}
