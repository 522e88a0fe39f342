package cli

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/report/layout"
)

// writeUsage writes the usage, after the description in the help of a command. It differs from
// cobra's own in the flags.
func writeUsage(cmd *cobra.Command) error {
	var b strings.Builder
	b.WriteString("Usage:\n")
	if cmd.Runnable() {
		b.WriteString("  " + cmd.UseLine() + "\n")
	}
	if cmd.HasAvailableSubCommands() {
		b.WriteString("  " + cmd.CommandPath() + " [command]\n")
	}
	if cmd.HasExample() {
		b.WriteString("\nExamples:\n" + cmd.Example + "\n")
	}
	if cmd.HasAvailableSubCommands() {
		b.WriteString("\nAvailable Commands:\n")
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() || c.Name() == "help" {
				fmt.Fprintf(&b, "  %-*s %s\n", c.NamePadding(), c.Name(), c.Short)
			}
		}
	}
	own := cmd.LocalNonPersistentFlags()
	b.WriteString("\nFlags:\n" + option.OfGroup(own, "").FlagUsages())
	if set := option.OfGroup(own, option.QueryFlags); set.HasAvailableFlags() {
		b.WriteString("\n" + option.QueryFlags + ":\n" + set.FlagUsages())
	}
	root := cmd.Root().CommandPath()
	more := "global"
	switch {
	case option.OfGroup(own, option.ConnectionFlags).HasAvailableFlags():
		more = "global, connection and download"
	case option.OfGroup(own, option.DownloadFlags).HasAvailableFlags():
		more = "global and download"
	}
	b.WriteString("\n")
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "Use \"%s [command] --help\" for more information about a command.\n", cmd.CommandPath())
	}
	fmt.Fprintf(&b, "Use \"%s options\" for %s flags.\n", root, more)
	_, err := io.WriteString(cmd.OutOrStderr(), b.String())
	return err
}

// written is the width of the descriptions of commands.
const written = 80

// writeFolded writes help to a terminal. Lines are folded below the text after their label: a flag,
// for example. If the terminal is narrower than the text, the lines of a paragraph are joined
// before. Commands that can be copied are not folded.
func writeFolded(out io.Writer, text string) error {
	style := layout.Style{Width: terminal.Width(out)}
	var b strings.Builder
	var label, rest string
	end := func() {
		if rest != "" {
			b.WriteString(style.Hang(label, strings.Repeat(" ", len(label)), rest))
		}
		label, rest = "", ""
	}
	example := false
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		example = line == "Examples:" || example && (line == "" || line[0] == ' ')
		l, r := labelled(line)
		switch continued := len(l) == len(label) && strings.TrimSpace(l) == "" && (l == "" || strings.TrimSpace(label) != ""); {
		case r == "" || example || strings.HasPrefix(line, "\t"):
			end()
			b.WriteString(line + "\n")
		case rest != "" && continued && style.Width < written && style.Width > 0:
			rest += " " + r
		default:
			end()
			label, rest = l, r
		}
	}
	end()
	_, err := io.WriteString(out, b.String())
	return err
}

// labelled splits a line after its indent, or after the label that two blanks end.
func labelled(line string) (label, rest string) {
	indent := len(line) - len(strings.TrimLeft(line, " "))
	if gap := strings.Index(line[indent:], "  "); gap >= 0 {
		rest = strings.TrimLeft(line[indent+gap:], " ")
		return strings.TrimSuffix(line, rest), rest
	}
	return line[:indent], line[indent:]
}

// newOptions makes the command options, which prints the flags that the help of other commands
// leaves out.
func newOptions(streams terminal.Streams) *cobra.Command {
	return &cobra.Command{
		Use:               "options",
		Args:              option.Exactly(0, "no argument"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			root := cmd.Root()
			text := "Global flags, for all commands:\n" + root.PersistentFlags().FlagUsages()
			for _, title := range []string{option.ConnectionFlags, option.DownloadFlags} {
				all := pflag.NewFlagSet(title, pflag.ContinueOnError)
				var commands []string
				for _, c := range root.Commands() {
					if set := option.OfGroup(c.Flags(), title); set.HasAvailableFlags() {
						commands = append(commands, c.Name())
						all.AddFlagSet(set)
					}
				}
				text += fmt.Sprintf("\n%s, for %s:\n%s", title, strings.Join(commands, ", "), all.FlagUsages())
			}
			return writeFolded(streams.Out, text)
		},
	}
}

// adjustCobraCommands changes the commands that cobra adds, help and completion: wrong usage is an
// error with a sentence and exit code 2, as for the other commands.
func adjustCobraCommands(root *cobra.Command) {
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

func helpTopic(cmd *cobra.Command, args []string) error {
	found, rest, err := cmd.Root().Find(args)
	if err != nil || len(rest) > 0 && (found == cmd.Root() || found.HasSubCommands()) {
		found = cmp.Or(found, cmd.Root())
		return option.UnknownCommand(found, rest)
	}
	return nil
}
