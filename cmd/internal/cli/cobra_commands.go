package cli

import (
	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
)

// strict makes wrong usage of the commands that cobra adds, help and completion,
// an error with a sentence and exit code 2, as that of the others is.
func strict(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "help":
			cmd.Args = helpTopic
		case "completion":
			cmd.Args = option.UnknownCommand
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
			for _, shell := range cmd.Commands() {
				shell.Args = option.Exactly(0, "no argument")
			}
		}
	}
}

// helpTopic wants the name of a command.
func helpTopic(cmd *cobra.Command, args []string) error {
	found, rest, err := cmd.Root().Find(args)
	if err != nil || len(rest) > 0 && (found == cmd.Root() || found.HasSubCommands()) {
		if found == nil {
			found = cmd.Root()
		}
		return option.UnknownCommand(found, rest)
	}
	return nil
}
