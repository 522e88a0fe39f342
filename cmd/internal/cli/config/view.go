package config

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/cmd/internal/config"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/escape"
)

func newCommand(c *configuration) *cobra.Command {
	cmd := &cobra.Command{
		Use:  "config",
		Args: option.UnknownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newView(c), newSchema(c))
	return cmd
}

func newView(c *configuration) *cobra.Command {
	cmd := &cobra.Command{
		Use: "view [COMMAND [FLAG...]]",
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
			for _, command := range SpecOf(cmd.Root()).Commands {
				if len(args) == 0 {
					names = append(names, command.Name)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error { return c.view(cmd.Root(), args) },
	}
	// Flags after the name of the command are flags of that command.
	cmd.Flags().SetInterspersed(false)
	return cmd
}

func newSchema(c *configuration) *cobra.Command {
	return &cobra.Command{
		Use:  "schema",
		Args: option.Exactly(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			out, err := config.Schema(SpecOf(cmd.Root()))
			if err != nil {
				return err
			}
			_, err = c.streams.Out.Write(out)
			return err
		},
	}
}

// view prints the settings of all commands, or all flags of one.
func (c *configuration) view(root *cobra.Command, args []string) error {
	spec := SpecOf(root)
	shown, positional := spec.Commands, []string(nil)
	if len(args) > 0 {
		cmd, rest, err := c.commandLine(root, args)
		if err != nil {
			return err
		}
		if err := cmd.ParseFlags(rest); err != nil {
			return terminal.Usagef("%w; see %s --help", err, cmd.CommandPath())
		}
		positional = cmd.Flags().Args()
		command, _ := spec.Command(cmd.Name())
		shown = []config.Command{command}
	}
	file, env, err := c.load(spec)
	if err != nil {
		return err
	}
	var general, rows []viewRow
	for _, command := range shown {
		cmd, _, err := root.Find([]string{command.Name})
		if err != nil {
			return err
		}
		resolved, err := resolve(cmd, positional, command, env, file)
		if err != nil {
			return err
		}
		g, own := viewRows(command, resolved, len(args) > 0)
		general, rows = append(general, g...), append(rows, own...)
	}
	terminal.NewWarner(c.streams.Err, c.streams.Display.Quiet).All(env.Misspelt(spec))
	order.Stably(general, func(a, b viewRow) int { return strings.Compare(a.name, b.name) })
	return writeView(c.streams.Out, file, append(slices.Compact(general), rows...))
}

type viewRow struct{ name, value, from string }

func writeView(out io.Writer, file *config.File, rows []viewRow) error {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, viewHead(file))
	for _, r := range rows {
		fmt.Fprintf(t, "%s\t%s\t%s\n", r.name, r.value, r.from)
	}
	return t.Flush()
}

// commandLine returns the command that the arguments name, and its arguments.
func (c *configuration) commandLine(root *cobra.Command, args []string) (*cobra.Command, []string, error) {
	cmd, rest, err := root.Find(args)
	if err != nil {
		return nil, nil, terminal.Usage(err)
	}
	if why := unconfigured()[cmd.Name()]; why != "" || cmd.Parent() != root {
		return nil, nil, terminal.Usagef("config view needs a command that can be configured, and its flags; see kubedelta config view --help")
	}
	return cmd, rest, nil
}

func viewHead(file *config.File) string {
	switch {
	case file == nil:
		return "# no configuration file"
	case file.Place.Found:
		return "# " + escape.Plain(file.Place.Shown) + ", found from here upwards"
	default:
		return "# " + escape.Plain(file.Place.Shown)
	}
}

// viewRows returns all flags of a command, or without all those that are set. Settings for all
// commands are returned separately, without the name of the command.
func viewRows(command config.Command, r config.Resolved, all bool) (general, own []viewRow) {
	for _, f := range command.AllFlags() {
		setting, set := r.Settings[f.Name]
		dropped, gone := r.Dropped[f.Name]
		if !set && !gone && (!all || f.Hidden) {
			continue
		}
		values, from, level := f.Default, "default", setting.From.Level
		if set {
			values, from = setting.Values, setting.From.String()
		} else if gone {
			level = dropped.Setting.From.Level
			from = fmt.Sprintf("default: %s is not used with %s", dropped.Setting.From, dropped.For)
		}
		row := viewRow{f.Name, shownValues(f, values), escape.Plain(from)}
		switch {
		case all:
		case level == config.LevelFile || level == config.LevelEnvironment:
			general = append(general, row)
			continue
		default:
			row.name = command.Name + " " + row.name
		}
		own = append(own, row)
	}
	return general, own
}

// shownValues returns values for a terminal, without secrets.
func shownValues(f config.Flag, values []string) string {
	shown := slice.Map(values, f.Shown)
	const most = 120
	text := escape.Short(escape.Plain(strings.Join(shown, ", ")), most)
	if text == "" {
		return "-"
	}
	return text
}
