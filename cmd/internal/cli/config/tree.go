package config

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/config"
)

// unconfigured returns the commands that have no configuration, each with the reason. They work
// with an invalid configuration file.
func unconfigured() map[string]string {
	return map[string]string{
		"action":     "it is a step of GitHub Actions that runs a configured command",
		"config":     "it shows the configuration",
		"options":    "it lists flags",
		"completion": "a shell starts with it",
		"help":       "it must work even if the configuration does not",
		"version":    "its name is a key of the file, and it must work with any file",
	}
}

// unconfiguredFlags returns the flags that are not keys of the file, each with the reason.
func unconfiguredFlags() map[string]string {
	return map[string]string{
		"config":   "it is the path of the file",
		"data":     "it is for one run; data update stores a data set for all",
		"help":     "it is for one run: it prints the help",
		"rehearse": "it is for one run, and is the name of the section of the command",
		"version":  "it is for one run: it prints the version",
	}
}

// SpecOf makes the spec from the tree of commands: each command is a section and each flag is a
// key.
func SpecOf(root *cobra.Command) (s config.Spec) {
	for _, cmd := range root.Commands() {
		if unconfigured()[cmd.Name()] == "" && !cmd.Hidden {
			s.Commands = append(s.Commands, commandOf(cmd))
		}
	}
	return s
}

// argumentsOfScan is the key for the paths that scan reads without arguments.
const argumentsOfScan = "paths"

func commandOf(cmd *cobra.Command) config.Command {
	c := config.Command{Name: cmd.Name(), Clashes: clashes(cmd.Name()), Needs: needs(cmd.Name())}
	if cmd.Name() == "scan" {
		paths := config.Flag{
			Name: argumentsOfScan, Type: config.Array, Means: config.PathOrContext, Argument: true, Apart: true,
			Usage: "files and folders to scan if the command line specifies none, or a cluster (context:NAME)",
		}
		paths.Loosens, _ = loosens(cmd.Name(), argumentsOfScan, "")
		c.Flags = append(c.Flags, paths)
	}
	add := func(f *pflag.Flag) {
		if unconfiguredFlags()[f.Name] == "" {
			c.Flags = append(c.Flags, flagOf(cmd, f))
		}
	}
	cmd.InheritedFlags().VisitAll(add)
	cmd.NonInheritedFlags().VisitAll(add)
	return c
}

func flagOf(cmd *cobra.Command, f *pflag.Flag) config.Flag {
	command := cmd.Name()
	_, usage := pflag.UnquoteUsage(f)
	out := config.Flag{
		Name: f.Name, Usage: usage, Hidden: f.Hidden, RenamedTo: option.NameNow(f), Type: config.Type(f.Value.Type()), Means: Meaning(command, f.Name), Guard: guard(f.Name),
		Apart: apart(command, f.Name), Instead: instead(f.Name), Secret: slices.Contains([]string{"set", "set-string"}, f.Name),
	}
	out.Loosens, out.Weaker = loosens(command, f.Name, f.DefValue)
	if slices.Contains([]string{"color", "fail-on", "severity", "lang", "group-by", "phase"}, f.Name) { // a few fixed values
		out.Examples = offered(cmd, f.Name)
	}
	if command == "data" && (f.Name == "from" || f.Name == "check") {
		out.Guard = guardAsks
	}
	if command == "snapshot" && f.Name == "output" {
		out.Guard = guardWrites
	}
	if list, ok := f.Value.(pflag.SliceValue); ok {
		out.Default = list.GetSlice()
	} else {
		out.Default = []string{f.DefValue}
	}
	return out
}

// offered returns the values that shell completion offers for a flag.
func offered(cmd *cobra.Command, flag string) (words []string) {
	complete, ok := cmd.GetFlagCompletionFunc(flag)
	if !ok {
		return nil
	}
	all, _ := complete(cmd, nil, "")
	for _, c := range all {
		word, _, _ := strings.Cut(c, "\t")
		words = append(words, word)
	}
	return words
}
