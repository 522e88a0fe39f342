package cli_test

import (
	"slices"
	"strings"
	"testing"
)

// TestDocumentedCommands runs every command on the pages, in order. Each ends with exit code 0 or
// the code in outcomes, and prints the output that the page shows.
func TestDocumentedCommands(t *testing.T) {
	world := newDocsWorld(t)
	var all []shownCommand
	for _, page := range docsPages(t, ".md", ".yaml", ".yml") {
		shown, err := page.shown()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, shown...)
		if len(shown) == 0 {
			continue
		}
		t.Run(page.name, func(t *testing.T) {
			t.Parallel()
			home := world.home(t)
			home.configure(t, page)
			for _, c := range shown {
				if _, left := unrunCommand(c.text); !left {
					home.check(t, c)
				}
			}
		})
	}
	checkListsOfCommands(t, all)
}

// check runs a command and compares its result with the page.
func (h docsHome) check(t *testing.T, c shownCommand) {
	t.Helper()
	if program := strange(c.text); program != "" {
		t.Errorf("%s\ncalls %s, so that it is not run: name it in unrunCommands with the reason", c, program)
		return
	}
	code, stdout, stderr := h.run(t, c)
	want, _ := outcomeOf(c.text)
	if code != want {
		t.Errorf("%s\nexited with %d, want %d\n%s", c, code, want, stderr)
		return
	}
	if strings.Contains(stderr, "panic: ") {
		t.Errorf("%s\npanicked\n%s", c, stderr)
	}
	if c.output == "" {
		return
	}
	// A terminal shows both streams.
	err := matchesShown(c.output, stdout)
	if err != nil && matchesShown(c.output, stdout+stderr) != nil {
		t.Errorf("%s\n%v", c, err)
	}
}

// checkListsOfCommands fails for an entry of a list that is on no page, and for a command that no
// page shows.
func checkListsOfCommands(t *testing.T, all []shownCommand) {
	t.Helper()
	used := map[string]bool{}
	for _, c := range all {
		if pattern, left := unrunCommand(c.text); left {
			used[pattern] = true
		} else if _, pattern := outcomeOf(c.text); pattern != "" {
			used[pattern] = true
		}
	}
	for _, o := range outcomes() {
		if !used[o.pattern] {
			t.Errorf("outcomes has %q, and no page shows it", o.pattern)
		}
	}
	for _, u := range unrunCommands() {
		if !used[u.pattern] {
			t.Errorf("unrunCommands has %q, and no page shows it", u.pattern)
		}
	}
	for _, want := range outputsToShow() {
		if !slices.ContainsFunc(all, func(c shownCommand) bool {
			return c.page == want.page && strings.Contains(c.text, want.begins) && c.output != ""
		}) {
			t.Errorf("%s does not show what a command that begins with %q prints", want.page, want.begins)
		}
	}
}

func TestShownCommands(t *testing.T) {
	page := docsPage{"docs/x.md", strings.Join([]string{
		"# A page", "",
		"`kubedelta explain a`, as it is:", "", "> quoted", ">", "> more", "",
		"See `kubedelta explain b` for more.", "", "```text", "no output of it", "```", "",
		"```", "kubedelta diff a b   # why", "kubedelta diff a \\", "  c", "```", "",
		"```console", "$ kubedelta matrix", "one", "two", "$ ls", "```", "",
		"```bash", "for c in a b; do", "  kubedelta diff $c 1.33", "done", "```", "",
		"```sh", "brew install x", "", "# a comment", "```", "",
		"```", "ingresses  x", "```", "",
		"```", "kubedelta rules", "```", "", "```text", "printed", "```", "",
		"1. in a list", "", "   ```sh", "   kubedelta render x", "   ```", "",
		"```yaml", "steps:", "- run: |", "    kubedelta scan a |", "      cat", "- run: echo", "- run: kubedelta scan b", "```", "",
	}, "\n")}
	shown, err := page.shown()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range shown {
		got = append(got, strings.ReplaceAll(c.text+" = "+c.output, "\n", "|"))
	}
	want := []string{
		"kubedelta explain a = quoted||more", "kubedelta diff a b = ", "kubedelta diff a c = ", "kubedelta matrix = one|two", "ls = ",
		"for c in a b; do|  kubedelta diff $c 1.33|done = ",
		"brew install x = ingresses  x", "kubedelta rules = printed", "kubedelta render x = ", "kubedelta scan a ||  cat = ", "kubedelta scan b = ",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
