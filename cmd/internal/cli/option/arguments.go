package option

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/nearest"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// UnknownCommand names the nearest command, where there is one.
func UnknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	names := slice.Map(cmd.Commands(), func(c *cobra.Command) string { return c.Name() })
	near := nearest.Word(args[0], names)
	if prefixed := cmd.SuggestionsFor(args[0]); near == "" && len(prefixed) > 0 {
		near = prefixed[0]
	}
	if near == "" {
		return terminal.Usagef("unknown command %q; see %s --help", args[0], cmd.CommandPath())
	}
	return terminal.Usagef("unknown command %q; did you mean %q?", args[0], near)
}

// Exactly is cobra's count of arguments, with a sentence as its error.
func Exactly(n int, what string) cobra.PositionalArgs { return Between(n, n, what) }

// AtMost is the same where arguments may be left out.
func AtMost(n int, what string) cobra.PositionalArgs { return Between(0, n, what) }

// Between is the same for a range of counts.
func Between(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) >= least && len(args) <= most {
			return nil
		}
		if most == 0 {
			return terminal.Usagef("%s takes %s; see %s --help", cmd.Name(), what, cmd.CommandPath())
		}
		return terminal.Usagef("%s takes %s, not %s; see %s --help", cmd.Name(), what, rule.Count(len(args), "argument"), cmd.CommandPath())
	}
}

// DidYouMean is the tail of an error: the nearest of what there is.
func DidYouMean(word string, among []string) string {
	if near := nearest.Word(word, among); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}

// NotOneOf is the error of a value that is none of a few: it names the nearest of them, or
// else all.
func NotOneOf[S ~string](problem, value string, among []S) error {
	names := slice.Map(among, func(s S) string { return string(s) })
	if near := DidYouMean(value, names); near != "" {
		return terminal.Usagef("%s%s", problem, near)
	}
	return terminal.Usagef("%s; use one of %s", problem, strings.Join(names, ", "))
}

// Listed writes a list of names: "breaking, risky".
func Listed[S ~string](list []S) string {
	names := slice.Map(list, func(s S) string { return string(s) })
	return strings.Join(names, ", ")
}
