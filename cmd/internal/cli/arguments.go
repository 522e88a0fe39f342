package cli

import (
	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/nearest"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// unknownCommand names the nearest command, where there is one.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	names := slice.Map(cmd.Commands(), func(c *cobra.Command) string { return c.Name() })
	near := nearest.Word(args[0], names)
	if prefixed := cmd.SuggestionsFor(args[0]); near == "" && len(prefixed) > 0 {
		near = prefixed[0]
	}
	if near == "" {
		return usagef("unknown command %q; see %s --help", args[0], cmd.CommandPath())
	}
	return usagef("unknown command %q; did you mean %q?", args[0], near)
}

// exactly makes cobra's count of arguments a sentence.
func exactly(n int, what string) cobra.PositionalArgs { return between(n, n, what) }

// atMost does the same where arguments may be left out.
func atMost(n int, what string) cobra.PositionalArgs { return between(0, n, what) }

func between(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) >= least && len(args) <= most {
			return nil
		}
		if most == 0 {
			return usagef("%s takes %s; see %s --help", cmd.Name(), what, cmd.CommandPath())
		}
		return usagef("%s takes %s, not %s; see %s --help", cmd.Name(), what, rule.Count(len(args), "argument"), cmd.CommandPath())
	}
}
