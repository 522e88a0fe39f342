package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// page is the content of a command's page, for both formats.
type page struct {
	path     string // "kubedelta completion bash"
	short    string
	usage    string
	text     []block
	examples []string // lines, with remarks after #
	flags    []option // flags of the command itself
	global   []option // flags of its parents
	parent   *page
	children []*page
}

// option is a flag of a command.
type option struct {
	names  []string // "-o", "--output"
	value  string   // what its value is called; "" of a switch
	always bool     // the value is required
	usage  string
}

// file returns the file name of a page, without extension.
func (p *page) file() string { return strings.ReplaceAll(p.path, " ", "-") }

// readPages reads the tree without hidden commands. Each command comes before its subcommands,
// which are sorted by name.
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

// shownDefault returns the default of a flag; "" if it has no information.
func shownDefault(f *pflag.Flag) string {
	if slices.Contains([]string{"", "false", "0", "0s", "[]", "<nil>"}, f.DefValue) {
		return ""
	}
	return " (default: " + f.DefValue + ")"
}
