package cli

import (
	"strings"

	"github.com/spf13/pflag"
)

// Titles of the groups of flags that several commands have. As in kubectl, the help of a
// command leaves them out, and the command options prints them.
const (
	connectionFlags = "Connection flags"
	downloadFlags   = "Download flags"
)

// groupOf is the annotation of a flag with the title of its group.
const groupOf = "kubedelta_group"

// group adds the flags that bind defines, as flags of a group.
func group(flags *pflag.FlagSet, title string, bind func(*pflag.FlagSet)) {
	set := pflag.NewFlagSet(title, pflag.ContinueOnError)
	bind(set)
	set.VisitAll(func(f *pflag.Flag) {
		f.Annotations = map[string][]string{groupOf: {title}}
		flags.AddFlag(f)
	})
}

// ofGroup are the flags of a set that have a group; of no group, where title is empty.
func ofGroup(set *pflag.FlagSet, title string) *pflag.FlagSet {
	out := pflag.NewFlagSet(title, pflag.ContinueOnError)
	set.VisitAll(func(f *pflag.Flag) {
		if title == strings.Join(f.Annotations[groupOf], "") {
			out.AddFlag(f)
		}
	})
	return out
}

// queryFlags is the title of the flags for logs that are queried where they are stored.
const queryFlags = "Query flags"

// sideless is a flag without the --old- or --new- of one side.
func sideless(flag string) string {
	for _, prefix := range []string{"old-", "new-"} {
		if rest, ok := strings.CutPrefix(flag, prefix); ok {
			return rest
		}
	}
	return flag
}
