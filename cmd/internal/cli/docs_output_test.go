package cli_test

import (
	"fmt"
	"strings"
	"testing"
)

// elision marks omitted output on a page: alone on a line any number of lines, at the end of a line
// the rest of it.
const elision = "…"

// matchesShown returns an error with the place where an output differs from the page.
func matchesShown(shown, output string) error {
	m := matching{want: strings.Split(strings.Trim(shown, "\n"), "\n"), got: strings.Split(strings.Trim(output, "\n"), "\n")}
	if m.fits(0, 0) {
		return nil
	}
	page, program := "ends", "ends"
	if m.atWant < len(m.want) {
		page = fmt.Sprintf("shows %q", m.want[m.atWant])
	}
	if m.atGot < len(m.got) {
		program = fmt.Sprintf("prints %q", m.got[m.atGot])
	}
	near := m.got[max(0, m.atGot-3):min(len(m.got), m.atGot+4)]
	return fmt.Errorf("the page %s where the program %s; line %d of what it prints is in:\n    %s", page, program, m.atGot+1, strings.Join(near, "\n    "))
}

// matching compares shown lines with printed lines.
type matching struct {
	want, got []string
	// atWant and atGot are the lines at which the longest match ended.
	atWant, atGot int
}

// fits reports whether the lines from w and g to the end match.
func (m *matching) fits(w, g int) bool {
	for ; w < len(m.want); w, g = w+1, g+1 {
		if strings.TrimSpace(m.want[w]) == elision {
			for next := g + 1; next <= len(m.got); next++ {
				if m.fits(w+1, next) {
					return true
				}
			}
			return false
		}
		if g == len(m.got) || !lineFits(m.want[w], m.got[g]) {
			break
		}
	}
	if w >= m.atWant {
		m.atWant, m.atGot = w, g
	}
	return w == len(m.want) && g == len(m.got)
}

func lineFits(want, got string) bool {
	want, got = strings.TrimRight(want, " "), strings.TrimRight(got, " ")
	beginning, cut := strings.CutSuffix(want, elision)
	return want == got || cut && beginning != "" && strings.HasPrefix(got, beginning)
}

func TestMatchesShown(t *testing.T) {
	for _, c := range []struct {
		shown, output string
		want          bool
	}{
		{"a\nb", "a\nb\n", true},
		{"a\nb", "a\nb\nc\n", false},
		{"a", "b", false},
		{"", "a", false},
		{"a\n…", "a\nb\nc\n", true},
		{"a\n…", "a\n", false},
		{"a\n…\nc", "a\nb\nb\nc\n", true},
		{"a\n…\nc", "a\nb\nc\nd\n", false},
		{"a\n…\nb\n…\nc", "a\nx\nb\ny\nb\ny\nc\n", true},
		{"  …\nc", "a\nc\n", true},
		{"the end o…", "the end of it", true},
		{"the end o…", "an end of it", false},
		{"a …", "a …", true},
	} {
		if err := matchesShown(c.shown, c.output); (err == nil) != c.want {
			t.Errorf("%q of %q: %v, want a match: %v", c.shown, c.output, err, c.want)
		}
	}
}
