package completion

import (
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// OneOf offers fixed values. Text after a tab is a description.
func OneOf(values ...string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return offered(values, word), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
}

// Words returns a function that returns fixed values.
func Words[S ~string](values []S) func() []string {
	return func() []string { return slice.Map(values, func(s S) string { return string(s) }) }
}

// Files makes the shell offer files, only those with one of the endings if there are any.
func Files(endings ...string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(endings) == 0 {
			return nil, cobra.ShellCompDirectiveDefault
		}
		return endings, cobra.ShellCompDirectiveFilterFileExt
	}
}

// Listed offers the elements of a list with commas. The text before the last comma is kept.
func Listed(values func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
		before := word[:strings.LastIndexByte(word, ',')+1]
		given := strings.Split(before, ",")
		var out []string
		for _, v := range values() {
			name, _, _ := strings.Cut(v, "\t")
			if !slices.Contains(given, name) {
				out = append(out, before+v)
			}
		}
		return offered(out, word), cobra.ShellCompDirectiveNoFileComp
	}
}

// AtMost offers nothing after the last argument that a command accepts.
func AtMost(n int, f cobra.CompletionFunc) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) >= n {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return f(cmd, args, word)
	}
}

// offered returns the values that begin with a word, each once. Values with control characters are
// left out, because a shell or terminal could interpret them.
func offered(values []string, word string) (out []cobra.Completion) {
	seen := map[string]bool{}
	for _, v := range values {
		name, about, _ := strings.Cut(v, "\t")
		if !strings.HasPrefix(name, word) || strings.ContainsFunc(name, unprintable) || seen[name] {
			continue
		}
		seen[name] = true
		if about = strings.Map(printable, about); about != "" {
			name += "\t" + about
		}
		out = append(out, name)
	}
	return out
}

func unprintable(r rune) bool { return !unicode.IsPrint(r) }

func printable(r rune) rune {
	if unprintable(r) {
		return -1
	}
	return r
}
