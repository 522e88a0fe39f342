package cli

import (
	"slices"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/fixtures/growth"
)

// TestEveryFlagCompletes checks that each flag with a value and the arguments of each command have
// a completion. Without one, the shell offers files.
func TestEveryFlagCompletes(t *testing.T) {
	root := Commands()
	seen := 0
	for _, cmd := range append(root.Commands(), root) {
		if cmd.Hidden || cmd.Name() == "help" || cmd.Name() == "completion" {
			continue
		}
		if cmd != root && cmd.ValidArgsFunction == nil && !cmd.HasSubCommands() {
			t.Errorf("%s: nothing is said of its arguments", cmd.Name())
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Value.Type() == "bool" {
				return
			}
			seen++
			if _, has := cmd.GetFlagCompletionFunc(f.Name); !has {
				t.Errorf("%s --%s: nothing is said of its values", cmd.Name(), f.Name)
			}
		})
	}
	if seen < 50 {
		t.Errorf("there are only %d flags", seen)
	}
}

// pathFlags are the flags that name a file. The shell offers files for these and for no others.
var pathFlags = []string{
	"annotations", "assets", "audit", "baseline", "cache-dir", "certificate-authority", "client-certificate", "client-key", "config", "data", "from-result", "ignore-file", "kubeconfig",
	"notes-from", "output", "output-file", "severity-config", "template", "token-file", "uses", "values", "waivers",
}

// TestFilesWhereFilesBelong checks that files are offered for flags that name a file, and not for
// names, numbers or times.
func TestFilesWhereFilesBelong(t *testing.T) {
	t.Setenv("KUBECONFIG", t.TempDir()+"/none")
	root := Commands()
	for _, cmd := range root.Commands() {
		if cmd.Hidden {
			continue
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			offered, has := cmd.GetFlagCompletionFunc(f.Name)
			if !has {
				return
			}
			list, directive := offered(cmd, nil, "")
			files := directive&cobra.ShellCompDirectiveNoFileComp == 0 && (len(list) == 0 || directive&cobra.ShellCompDirectiveFilterFileExt != 0)
			if f.Name == "from" || f.Name == "to" || f.Name == "output" {
				return // releases and formats come before files
			}
			want := slices.Contains(pathFlags, option.Sideless(f.Name)) || cmd.Name() == "rehearse" && f.Name == "crds" // crds of site are sources
			if files != want {
				t.Errorf("%s --%s: files are offered: %v", cmd.Name(), f.Name, files)
			}
		})
	}
}

// TestCompletionIsQuick checks the time of a completion, for which the user waits. The limit is two
// seconds; docs/terminal.md has the measured times.
func TestCompletionIsQuick(t *testing.T) {
	root := Commands()
	for _, cmd := range root.Commands() {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if offered, has := cmd.GetFlagCompletionFunc(f.Name); has {
				growth.Bounded(t, cmd.Name()+" --"+f.Name, 2000, func() { offered(cmd, nil, "") })
			}
		})
	}
}
