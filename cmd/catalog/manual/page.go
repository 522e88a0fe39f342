package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// page is what both forms of the manual say of a command.
type page struct {
	path     string // "kubedelta completion bash"
	short    string
	usage    string
	text     []block
	examples []string // lines, remarks after #
	flags    []option // those of the command itself
	global   []option // those of the commands above it
	parent   *page
	children []*page
}

// option is a flag of a command.
type option struct {
	names  []string // "-o", "--output"
	value  string   // what its value is called; "" of a switch
	always bool     // the value may not be left out
	usage  string
}

// file is the name of a page's file, without its ending.
func (p *page) file() string { return strings.ReplaceAll(p.path, " ", "-") }

// readPages reads the tree, without what is hidden: each command before those
// below it, by name.
func readPages(root *cobra.Command) []*page {
	return readPage(root, nil)
}

func readPage(cmd *cobra.Command, parent *page) []*page {
	p := &page{
		path: cmd.CommandPath(), short: cmd.Short, usage: cmd.UseLine(), parent: parent,
		text: readBlocks(cmd.Long), examples: dedent(cmd.Example),
		flags: readOptions(cmd.NonInheritedFlags()), global: readOptions(cmd.InheritedFlags()),
	}
	all := []*page{p}
	for _, c := range cmd.Commands() { // cobra sorts them
		if !c.IsAvailableCommand() || c.IsAdditionalHelpTopicCommand() {
			continue
		}
		below := readPage(c, p)
		p.children = append(p.children, below[0])
		all = append(all, below...)
	}
	if len(p.children) > 0 {
		p.usage = p.path + " COMMAND [flags]"
	}
	return all
}

func readOptions(set *pflag.FlagSet) (list []option) {
	set.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Deprecated != "" {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		o := option{names: []string{"--" + f.Name}, value: value, always: f.NoOptDefVal == "", usage: usage + shownDefault(f)}
		if f.Shorthand != "" && f.ShorthandDeprecated == "" {
			o.names = append([]string{"-" + f.Shorthand}, o.names...)
		}
		list = append(list, o)
	})
	return list
}

// shownDefault is a flag's default, where it tells something.
func shownDefault(f *pflag.Flag) string {
	if slices.Contains([]string{"", "false", "0", "0s", "[]", "<nil>"}, f.DefValue) {
		return ""
	}
	return " (default: " + f.DefValue + ")"
}
