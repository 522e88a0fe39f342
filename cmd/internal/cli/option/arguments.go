package option

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/nearest"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// UnknownCommand returns the error for a word that is not a command, with the nearest command if
// there is one. It returns nil without arguments.
func UnknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	near := nearest.Word(args[0], slice.Map(cmd.Commands(), (*cobra.Command).Name))
	if prefixed := cmd.SuggestionsFor(args[0]); near == "" && len(prefixed) > 0 {
		near = prefixed[0]
	}
	if near == "" {
		return terminal.Usagef("unknown command %q; see %s --help", args[0], cmd.CommandPath())
	}
	return terminal.Usagef("unknown command %q; did you mean %q?", args[0], near)
}

// Exactly accepts n arguments. what names them in the error.
func Exactly(n int, what string) cobra.PositionalArgs { return Between(n, n, what) }

// AtMost accepts up to n arguments.
func AtMost(n int, what string) cobra.PositionalArgs { return Between(0, n, what) }

// Between accepts least to most arguments.
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

// DidYouMean returns the end of an error message, "; did you mean WORD?" with the nearest word, or
// "" if none is near.
func DidYouMean(word string, among []string) string {
	if near := nearest.Word(word, among); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}

// CheckWord returns an error if a value is not one of the given words. The error is the problem
// and the nearest word, or all words if none is near.
func CheckWord[S ~string](problem, value string, words []S) error {
	names := slice.Map(words, func(s S) string { return string(s) })
	if slices.Contains(names, value) {
		return nil
	}
	if near := DidYouMean(value, names); near != "" {
		return terminal.Usagef("%s%s", problem, near)
	}
	return terminal.Usagef("%s; use one of %s", problem, strings.Join(names, ", "))
}

// Listed joins words with commas: "breaking, risky".
func Listed[S ~string](list []S) string {
	return strings.Join(slice.Map(list, func(s S) string { return string(s) }), ", ")
}
