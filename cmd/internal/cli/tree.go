package cli

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	settings "github.com/kubedelta/kubedelta/cmd/internal/cli/config"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/cmd/internal/config"
)

// Commands is the tree of commands, for the generator of the manual: with the
// commands and flags that cobra adds, and with nothing to read or write.
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

// Spec is what a configuration file may hold.
func Spec() config.Spec { return settings.SpecOf(Commands()) }
