package cli

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	settings "github.com/kubedelta/kubedelta/cmd/internal/cli/config"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/cmd/internal/config"
)

// Commands returns the tree of commands with the commands and flags that cobra adds, for the
// generator of the manual. Its streams are empty.
func Commands() *cobra.Command {
	root := newRoot("kubedelta", terminal.Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard})
	root.InitDefaultCompletionCmd()
	addDefaultFlags(root)
	return root
}

func addDefaultFlags(cmd *cobra.Command) {
	cmd.InitDefaultHelpFlag()
	cmd.InitDefaultVersionFlag()
	for _, c := range cmd.Commands() {
		addDefaultFlags(c)
	}
}

// Spec defines what a configuration file can contain.
func Spec() config.Spec { return settings.SpecOf(Commands()) }
