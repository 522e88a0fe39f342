package cli

import (
	_ "embed"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/discovery"
)

// helpPages has a page for each command: a line about it, its description, and examples.
//
//go:embed help.txt
var helpPages string

// describe adds the texts of the pages to a command and those below it.
func describe(root *cobra.Command) {
	// NEXT is the release that a user could add to the catalog.
	next := discovery.Release{Major: 1, Minor: discovery.NewestMinor + 1}.String()
	pages := map[string]string{}
	for page := range strings.SplitSeq(strings.ReplaceAll(helpPages, "NEXT", next), "\n## ") {
		name, text, _ := strings.Cut(page, "\n\n")
		pages[name] = strings.TrimRight(text, "\n")
	}
	var add func(cmd *cobra.Command)
	add = func(cmd *cobra.Command) {
		if page, ok := pages[cmd.Name()]; ok {
			text, examples, _ := strings.Cut(page, "\n\nExamples:\n")
			cmd.Short, cmd.Long, _ = strings.Cut(text, "\n\n")
			cmd.Example = examples
		}
		for _, c := range cmd.Commands() {
			add(c)
		}
	}
	add(root)
}
