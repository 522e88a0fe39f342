package terminal

import (
	"strings"
	"testing"
)

// TestProgressLine tests the line for one task, for several, and for none.
func TestProgressLine(t *testing.T) {
	var out strings.Builder
	p := &Progress{out: &out}
	check := func(want string) {
		t.Helper()
		if got := p.whole(); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
	check("")
	files := p.Begin("files")
	check("reading files")
	for range step {
		files.Next()
	}
	check("reading files: 25")
	files.Next()
	check("reading files: 25")
	files.End()
	check("")

	clusters := p.Begin("clusters")
	clusters.At(0, 3)
	check("reading clusters: 0 of 3")
	one, two := p.Begin("context:a\x1b[31m\nb"), p.Begin("context:c")
	one.At(5, 20)
	two.At(1, 10)
	check("reading clusters 0/3 · context:a[31m b and 1 more 6/30")
	clusters.Next()
	one.End()
	check("reading clusters 1/3 · context:c 1/10")
	one.End() // a second End has no effect
	two.End()
	clusters.End()
	check("")
	if out.Len() > 0 {
		t.Errorf("%q was written where no progress is shown", out.String())
	}
}

// TestProgressDrawing checks that the line is rewritten only if it changed, that warnings are
// written above it, and that it is erased at the end.
func TestProgressDrawing(t *testing.T) {
	var out strings.Builder
	p := &Progress{out: &out, on: true}
	a := p.Begin("a")
	a.At(0, 0)
	a.At(1, 2)
	a.At(1, 2)
	p.Above("warning\n")
	a.End()
	a.End()
	// The width is not known: 0 columns count as 2.
	if got, want := out.String(), eraseLine+"…"+eraseLine+"warning\n"+eraseLine+"…"+eraseLine; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}

func TestPagerCommand(t *testing.T) {
	for _, tc := range []struct {
		env     map[string]string
		command string
		chosen  bool
	}{
		{nil, "less", false},
		{map[string]string{"PAGER": "more"}, "more", true},
		{map[string]string{"PAGER": "more", "KUBEDELTA_PAGER": "most -s"}, "most -s", true},
		{map[string]string{"PAGER": "more", "KUBEDELTA_PAGER": ""}, "", true},
		{map[string]string{"PAGER": " cat "}, "", true},
		{map[string]string{"PAGER": "cat -n"}, "cat -n", true},
	} {
		command, chosen := pagerCommand(func(name string) (string, bool) {
			value, set := tc.env[name]
			return value, set
		})
		if command != tc.command || chosen != tc.chosen {
			t.Errorf("%v: %q, %v", tc.env, command, chosen)
		}
	}
	for command, want := range map[string]string{
		"less -R":           "less -R",
		"less | cat":        "sh -c less | cat",
		`less "-R"`:         "sh -c less \"-R\"",
		"less --pattern=$X": "sh -c less --pattern=$X",
	} {
		name, args := words(command)
		if got := strings.Join(append([]string{name}, args...), " "); got != want {
			t.Errorf("%q is run as %q", command, got)
		}
	}
}
