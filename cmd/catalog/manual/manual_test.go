package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/cmd/internal/cli"
)

const checkout = "../../.."

// TestPagesAreFresh compares docs/cli with the commands.
func TestPagesAreFresh(t *testing.T) {
	folder := filepath.Join(checkout, "docs", "cli")
	want := markdownFiles(readPages(cli.Commands()))
	const migration = "run `go run ./cmd/catalog/manual -markdown docs/cli`"
	for name, text := range want {
		is, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Errorf("%v: %s", err, migration)
		} else if !bytes.Equal(is, text) {
			t.Errorf("docs/cli/%s is stale: %s", name, migration)
		}
	}
	is, err := madeFiles(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range is {
		if want[name] == nil {
			t.Errorf("docs/cli/%s is of a command that is gone: %s", name, migration)
		}
	}
}

// TestEveryCommandHasItsPage walks the tree independently.
func TestEveryCommandHasItsPage(t *testing.T) {
	files := markdownFiles(readPages(cli.Commands()))
	root := string(files["kubedelta.md"])
	shown := 0
	for _, c := range cli.Commands().Commands() {
		name := "kubedelta-" + c.Name() + ".md"
		// The pages have the same content as the help command.
		hidden := c.Hidden || c.Name() == "help"
		if hidden == (files[name] != nil) {
			t.Errorf("%s: hidden is %v, and a page is there: %v", c.Name(), hidden, !hidden)
		}
		if hidden == strings.Contains(root, "("+name+")") {
			t.Errorf("kubedelta.md and %s: hidden is %v", c.Name(), hidden)
		}
		if !hidden {
			shown++
		}
	}
	if shown < 9 {
		t.Errorf("only %d commands are shown", shown)
	}
	for name, text := range files {
		for _, link := range regexp.MustCompile(`\]\(([^)]+)\)`).FindAllSubmatch(text, -1) {
			if files[string(link[1])] == nil {
				t.Errorf("%s leads to %s, which is not there", name, link[1])
			}
		}
	}
}

// sample is a tree with every feature of a tree.
func sample() *cobra.Command {
	root := &cobra.Command{Use: "kubedelta", Short: "The root"}
	root.PersistentFlags().StringP("config", "c", "", "configuration `file`")
	run := func(*cobra.Command, []string) {}
	shown := &cobra.Command{
		Use: "shown PATH... [flags]", Short: "Shows <b>it</b> | all", Run: run,
		Long: `shown does *this*, 'that'
and --the-other.

.TH is no macro here, nor is \fB.
  one, 1    the first
  a much longer one
            the second, which goes
            on
  fits      it

  echo "a  b" | sh   # as it stands
.`,
		Example: "  # a remark\n  kubedelta shown .\n\n  'quoted'",
	}
	shown.Flags().StringSlice("set", []string{"a", "b"}, "set a `value`: a.b=1|2")
	shown.Flags().String("color", "auto", "colour")
	shown.Flags().Lookup("color").NoOptDefVal = "always"
	shown.Flags().Bool("gone", false, "hidden flag")
	_ = shown.Flags().MarkHidden("gone")
	shown.Flags().Bool("old", false, "deprecated flag")
	_ = shown.Flags().MarkDeprecated("old", "use new")
	root.AddCommand(shown, &cobra.Command{Use: "secret", Hidden: true, Run: run}, &cobra.Command{Use: "past", Deprecated: "gone", Run: run})
	return root
}

func TestMarkdown(t *testing.T) {
	golden(t, "sample.md", []byte(markdown(readPages(sample())[1])))
}

func TestMan(t *testing.T) {
	golden(t, "sample.1", []byte(man(readPages(sample())[1], header{date: "2026-11-21", version: "v1.2.3"})))
}

func TestHiddenCommandsHaveNoPage(t *testing.T) {
	var names []string
	for _, p := range readPages(sample()) {
		names = append(names, p.file())
	}
	if got := strings.Join(names, " "); got != "kubedelta kubedelta-shown" {
		t.Errorf("pages: %s", got)
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	want, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("testdata/%s is not what is made:\n%s", name, got)
	}
}

// TestManPages checks the pages in packages: they contain no date and no path of the build machine,
// and formatters accept them.
func TestManPages(t *testing.T) {
	pages := readPages(cli.Commands())
	files, err := manFiles(pages, header{})
	if err != nil {
		t.Fatal(err)
	}
	again, err := manFiles(readPages(cli.Commands()), header{})
	if err != nil {
		t.Fatal(err)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for name, packed := range files {
		if !bytes.Equal(packed, again[name]) {
			t.Errorf("%s is made otherwise the second time", name)
		}
		text := unpack(t, packed)
		if !strings.HasPrefix(text, ".TH \"") || !strings.Contains(text, ` 1 "" "kubedelta" "kubedelta"`) {
			t.Errorf("%s: its head: %.80s", name, text)
		}
		for _, word := range []string{here, os.TempDir() + "/", t.TempDir(), "<!--"} {
			if strings.Contains(text, word) {
				t.Errorf("%s names %s", name, word)
			}
		}
		known(t, name, text)
		lint(t, name, text)
	}
}

var macro = regexp.MustCompile(`^\.(TH|SH|TP|PP|nf|fi|nh|ad)( |$)`)

// known checks every line that begins like a request.
func known(t *testing.T, name, text string) {
	t.Helper()
	for i, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, ".") && !macro.MatchString(line) || strings.HasPrefix(line, "'") {
			t.Errorf("%s:%d: a formatter reads this as a request: %s", name, i+1, line)
		}
		for _, r := range line {
			if r > 0x7e {
				t.Errorf("%s:%d: %q has no name", name, i+1, r)
			}
		}
	}
}

// lint runs mandoc if it is installed.
func lint(t *testing.T, name, text string) {
	t.Helper()
	mandoc, err := exec.LookPath("mandoc")
	if err != nil {
		return
	}
	cmd := exec.CommandContext(t.Context(), mandoc, "-T", "lint", "-W", "warning")
	cmd.Stdin = strings.NewReader(text)
	out, _ := cmd.CombinedOutput()
	for line := range strings.Lines(string(out)) {
		if !strings.Contains(line, "missing date") { // the page has no date on purpose
			t.Errorf("%s: %s", name, line)
		}
	}
}

func unpack(t *testing.T, packed []byte) string {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	if !r.ModTime.IsZero() || r.Name != "" {
		t.Errorf("the compressed page has a time or a name: %v %q", r.ModTime, r.Name)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestCompletionScripts(t *testing.T) {
	files, err := completionFiles(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for name, word := range map[string]string{
		"kubedelta.bash": "__start_kubedelta", "_kubedelta": "#compdef kubedelta", "kubedelta.fish": "complete -c kubedelta", "kubedelta.ps1": "Register-ArgumentCompleter",
	} {
		if !bytes.Contains(files[name], []byte(word)) {
			t.Errorf("%s does not hold %q", name, word)
		}
	}
}

// TestStatuses: the pages and the help have the same exit codes.
func TestStatuses(t *testing.T) {
	help := strings.Join(strings.Fields(cli.Commands().Long), " ")
	last := -1
	for _, s := range statuses() {
		if s.code <= last {
			t.Errorf("code %d stands behind %d", s.code, last)
		}
		last = s.code
		if said := fmt.Sprint(s.code, " ", s.meaning); !strings.Contains(help, said) {
			t.Errorf("kubedelta --help does not say: %s", said)
		}
	}
}

// TestNothingOfThisReachesTheBinary: the binary does not link the code that makes the pages.
func TestNothingOfThisReachesTheBinary(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), "go", "list", "-deps", "./cmd/kubedelta")
	cmd.Dir = checkout
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(out), "github.com/spf13/cobra\n") {
		t.Fatal("go list does not tell what the binary links")
	}
	for _, pkg := range []string{"/cmd/catalog/manual", "github.com/spf13/cobra/doc", "md2man", "blackfriday", "testing\n"} {
		if strings.Contains(string(out), pkg) {
			t.Errorf("the binary links %s", strings.TrimSpace(pkg))
		}
	}
}

func TestRun(t *testing.T) {
	dir := t.TempDir()
	stale := filepath.Join(dir, "kubedelta-gone.md")
	written := filepath.Join(dir, "README.md")
	for name, text := range map[string]string{stale: made, written: "by hand"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := run(context.Background(), []string{"-markdown", dir, "-man", filepath.Join(dir, "man")}, io.Discard); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(stale); err == nil {
		t.Error("the page of a command that is gone stays")
	}
	if _, err := os.Stat(written); err != nil {
		t.Error("a page that a person wrote is gone")
	}
	for _, args := range [][]string{{}, {"-man"}, {"-man", dir, "x"}, {"-man", dir, "-date", "yesterday"}, {"-unknown"}} {
		if err := run(context.Background(), args, io.Discard); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}
