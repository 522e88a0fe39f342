package fix

import (
	"fmt"
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// around is how many lines of what stays are shown on either side of a change.
const around = 3

// line is one line of a comparison: ' ' for one that stays, '-', '+'.
type line struct {
	mark byte
	text string
}

// Unified shows what a fix changes as patch(1) takes it; "" where nothing does.
func Unified(file string, old, new []byte) string {
	lines := compareLines(string(old), string(new))
	var b strings.Builder
	oldLine, newLine := 1, 1
	for i := 0; i < len(lines); {
		if lines[i].mark == ' ' {
			oldLine, newLine, i = oldLine+1, newLine+1, i+1
			continue
		}
		if b.Len() == 0 {
			fmt.Fprintf(&b, "--- a/%s\n+++ b/%s\n", file, file)
		}
		begin, end := max(i-around, 0), hunkEnd(lines, i)
		oldCount, newCount := counts(lines[begin:end])
		fmt.Fprintf(&b, "@@ -%d,%d +%d,%d @@\n", oldLine-(i-begin), oldCount, newLine-(i-begin), newCount)
		for _, l := range lines[begin:end] {
			text, ended := strings.CutSuffix(l.text, "\n")
			fmt.Fprintf(&b, "%c%s\n", l.mark, text)
			if !ended {
				b.WriteString("\\ No newline at end of file\n")
			}
		}
		o, n := counts(lines[i:end])
		oldLine, newLine, i = oldLine+o, newLine+n, end
	}
	return b.String()
}

// hunkEnd is behind the last line of a hunk whose first change is at i: changes
// with fewer lines between them than are shown around them are one.
func hunkEnd(lines []line, i int) int {
	last := i
	for j := i; j < len(lines) && j <= last+2*around; j++ {
		if lines[j].mark != ' ' {
			last = j
		}
	}
	return min(last+around+1, len(lines))
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
