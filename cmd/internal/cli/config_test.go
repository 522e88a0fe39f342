package cli

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/cmd/internal/config"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/escape"
)

// updating reports whether the test binary was called with -update.
func updating() bool {
	f := flag.Lookup("update")
	return f != nil && f.Value.String() == "true"
}

// fresh compares a file of docs with what it is generated from.
func fresh(t *testing.T, name string, want []byte) {
	t.Helper()
	got, err := os.ReadFile(name)
	if err == nil && bytes.Equal(got, want) {
		return
	}
	if !updating() {
		t.Fatalf("%s is stale: go test ./cmd/internal/cli -run TestConfig -update", name)
	}
	if err := os.WriteFile(name, want, 0o600); err != nil {
		t.Fatal(err)
	}
}

func schemaText(t *testing.T) []byte {
	t.Helper()
	text, err := config.Schema(Spec())
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestConfigSchema(t *testing.T) { fresh(t, "../../../docs/config.schema.json", schemaText(t)) }

// TestConfigPage checks the list of keys in docs/config.md.
func TestConfigPage(t *testing.T) {
	const name = "../../../docs/config.md"
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := bytes.Cut(page, []byte("-update -->\n"))
	_, after, closed := bytes.Cut(rest, []byte("<!-- end of keys -->"))
	if !ok || !closed {
		t.Fatal("docs/config.md has no place for the list of keys")
	}
	table := keyTable(Spec())
	fresh(t, name, slices.Concat(before, []byte("-update -->\n"+table+"<!-- end of keys -->"), after))
}

// keyTable returns the list of all keys, in Markdown.
func keyTable(s config.Spec) string {
	var out strings.Builder
	out.WriteString("| key | value | commands | in a found file | meaning |\n| --- | --- | --- | --- | --- |\n")
	row := func(f config.Flag, of, meaning string) {
		if !f.Hidden {
			fmt.Fprintf(&out, "| `%s` | %s | %s | %s | %s |\n", f.Name, f.Wants(), of, ifFound(f), meaning)
		}
	}
	for _, name := range s.GeneralKeys() {
		f, _ := s.General(name)
		row(f, strings.Join(commandsWith(s, f), ", "), meanings(s, name))
	}
	for _, c := range s.Commands {
		for _, f := range c.AllFlags() {
			if f.Apart {
				row(f, "only below "+c.Name, escape.Markdown(f.Usage))
			}
		}
	}
	return out.String()
}

// meanings returns the help of a flag. If commands differ, each help follows the names of its commands.
func meanings(s config.Spec, name string) string {
	var usages []string
	commands := map[string][]string{}
	for _, c := range s.Commands {
		if f, ok := c.Flag(name); ok && !f.Apart && !f.Hidden {
			if commands[f.Usage] == nil {
				usages = append(usages, f.Usage)
			}
			commands[f.Usage] = append(commands[f.Usage], c.Name)
		}
	}
	if len(usages) == 1 {
		return escape.Markdown(usages[0])
	}
	return strings.Join(slice.Map(usages, func(usage string) string {
		return strings.Join(commands[usage], ", ") + ": " + escape.Markdown(usage)
	}), "<br>")
}

// ifFound returns whether a found file may set the flag, in one word.
func ifFound(f config.Flag) string {
	switch {
	case f.Guard != "":
		return "refused"
	case f.Means == config.Source || f.Means == config.PathOrContext:
		return "no cluster; reported"
	case f.Means == config.FormatAndPath:
		return "no path"
	case f.Loosens != "":
		return "reported"
	default:
		return ""
	}
}

// commandsWith returns the commands that a general flag is for.
func commandsWith(s config.Spec, flag config.Flag) (names []string) {
	for _, c := range s.Commands {
		if f, ok := c.Flag(flag.Name); ok && !f.Apart && !f.Hidden {
			names = append(names, c.Name)
		}
	}
	if len(names) == len(s.Commands) {
		return []string{"all"}
	}
	return names
}
