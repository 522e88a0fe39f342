package cli

import (
	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
)

// adjustCobraCommands changes the commands that cobra adds, help and completion: their
// descriptions, and that wrong usage is an error with a sentence and exit code 2, as for the other
// commands.
func adjustCobraCommands(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "help":
			cmd.Short, cmd.Long = "Print the help of a command", "Print the help of a command."
			cmd.Args = helpTopic
		case "completion":
			cmd.Short = "Print the completion script for a shell"
			cmd.Long = "Print the completion script for a shell. The help of each subcommand describes\nhow to load the script."
			cmd.Args = option.UnknownCommand
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
			for _, shell := range cmd.Commands() {
				shell.Args = option.Exactly(0, "no argument")
			}
		}
	}
}

// helpTopic accepts the name of a command.
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
