package cli_test

import (
	"context"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/cmd/internal/cli"
)

var (
	inlineCode = regexp.MustCompile("`([^`\n]+)`")
	longFlag   = regexp.MustCompile(`(?:^|[\s(])(--[a-z][a-z-]+)`)
)

// knownFlags returns the flags in the help of a command, and hidden flags for one side; none for an
// unknown command.
func knownFlags(name string) (flags []string) {
	var out strings.Builder
	for _, args := range [][]string{{name, "--help"}, {"options"}} {
		if code := cli.Main(context.Background(), append([]string{"kubedelta"}, args...), cli.Streams{In: strings.NewReader(""), Out: &out, Err: io.Discard}); code != 0 {
			return nil
		}
	}
	for _, m := range longFlag.FindAllStringSubmatch(out.String(), -1) {
		flags = append(flags, m[1])
		if name == "diff" {
			flags = append(flags, "--old-"+m[1][2:], "--new-"+m[1][2:])
		}
	}
	return append(flags, "--help")
}

// TestDocumentedFlags checks the commands in sentences, which have placeholders and are not run:
// the command and its flags must exist.
func TestDocumentedFlags(t *testing.T) {
	flags, seen := map[string][]string{}, 0
	for _, page := range docsPages(t, ".md") {
		for _, b := range page.blocks() {
			if b.kind == fence {
				continue
			}
			for _, m := range inlineCode.FindAllStringSubmatch(b.text(), -1) {
				words := strings.Fields(m[1])
				if words[0] != "kubedelta" || len(words) < 2 || strings.HasPrefix(words[1], "-") || strings.ToLower(words[1]) != words[1] || words[1] == elision {
					continue
				}
				seen++
				if flags[words[1]] == nil {
					if flags[words[1]] = knownFlags(words[1]); flags[words[1]] == nil {
						t.Errorf("%s:%d: %s: there is no such command", page.name, b.line, m[1])
					}
				}
				for _, f := range longFlag.FindAllStringSubmatch(m[1], -1) {
					if !slices.Contains(flags[words[1]], f[1]) {
						t.Errorf("%s:%d: %s: kubedelta %s has no flag %s", page.name, b.line, m[1], words[1], f[1])
					}
				}
			}
		}
	}
	if seen < 20 {
		t.Errorf("only %d commands were found in sentences", seen)
	}
}
