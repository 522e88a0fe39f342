package cli

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/action"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/buildinfo"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/changelog"
	settings "github.com/kubedelta/kubedelta/cmd/internal/cli/config"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/data"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/diff"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/explain"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/heap"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/history"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/matrix"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/preflight"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/rehearse"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/render"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/rules"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/scan"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/site"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/snapshot"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/usage"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/version"
	"github.com/kubedelta/kubedelta/cmd/internal/config"
	"github.com/kubedelta/kubedelta/discovery/nearest"
)

// Main runs the program and returns its exit code. args[0] is the name of the program.
func Main(ctx context.Context, args []string, streams terminal.Streams) int {
	streams.Out = terminal.NewOutlet(streams.Out)
	streams.Ending = cmp.Or(streams.Ending, &terminal.Ending{})
	cmd := newRoot(programName(args[0]), streams)
	cmd.SetArgs(explain.FlagArgument(args[1:]))
	ran, err := cmd.ExecuteContextC(ctx)
	if err == nil {
		err = cmp.Or(strayHelp(ran), terminal.Failed(streams.Out))
	}
	err = terminal.Interrupted(ctx, err)
	if _, ended := errors.AsType[terminal.SignalError](err); ended && !streams.Ending.Say() {
		return terminal.ExitCode(err)
	}
	if err != nil && terminal.ErrorText(err) != "" {
		fmt.Fprintln(streams.Err, "kubedelta:", terminal.Shown(terminal.ErrorText(err)))
	}
	return terminal.ExitCode(err)
}

// programName returns the name of the program for its usage. A plugin of kubectl is called through
// kubectl.
func programName(arg0 string) string {
	name := strings.TrimSuffix(filepath.Base(arg0), ".exe")
	if plugin, ok := strings.CutPrefix(name, "kubectl-"); ok {
		return "kubectl " + strings.ReplaceAll(plugin, "_", "-")
	}
	return "kubedelta"
}

func newRoot(name string, streams terminal.Streams) *cobra.Command {
	streams.Display = &terminal.Display{}
	choice := data.NewChoice(streams)
	streams.Configuration = cmp.Or(streams.Configuration, &terminal.Configuration{})
	root := &cobra.Command{
		Use:           "kubedelta",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          option.UnknownCommand,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		// It runs before every command, after the flags are parsed.
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			if err := streams.Display.Check(); err != nil || data.Undecided(cmd) {
				return err
			}
			return choice.Choose(cmd)
		},
		Annotations: map[string]string{cobra.CommandDisplayNameAnnotation: name},
		Version:     buildinfo.Version(),
	}
	streams.Display.Bind(root.PersistentFlags())
	choice.Bind(root.PersistentFlags())
	root.SetIn(streams.In)
	root.SetOut(streams.Out)
	root.SetErr(streams.Err)
	root.SetVersionTemplate("kubedelta {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.SetUsageFunc(writeUsage)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		if strayHelp(cmd) == nil {
			_ = writeFolded(cmd.OutOrStdout(), strings.TrimSpace(cmp.Or(cmd.Long, cmd.Short))+"\n\n"+cmd.UsageString()) // stdout keeps the error
		}
	})
	root.AddCommand(diff.New(streams), changelog.New(streams), scan.New(streams), rehearse.New(streams), usage.New(streams), preflight.New(streams), snapshot.New(streams), matrix.New(streams), site.New(streams), explain.New(streams), history.New(streams), render.New(streams), rules.New(streams), version.New(streams), data.New(choice), action.New(streams, action.Program{Main: Main, Tree: newRoot}), newOptions(streams))
	adjustCobraCommands(root)
	settings.Configure(root, streams)
	describe(root)
	complete(root)
	return root
}

// strayHelp returns the error for --help with a word that is not a command. Cobra prints the help
// of the parent command.
func strayHelp(cmd *cobra.Command) error {
	if f := cmd.Flags().Lookup("help"); f == nil || !f.Changed || !cmd.HasSubCommands() {
		return nil
	}
	return option.UnknownCommand(cmd, cmd.Flags().Args())
}

// flagError describes what is wrong with a flag, and names the nearest flag.
func flagError(cmd *cobra.Command, err error) error {
	if cmd.HasSubCommands() {
		// The flag can be one of a command whose name is misspelt.
		if unknown := option.UnknownCommand(cmd, cmd.Flags().Args()); unknown != nil {
			return unknown
		}
	}
	var unknown *pflag.NotExistError
	var valueless *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		// pflag reads "-to" as one shorthand for each letter.
		written := cmp.Or(unknown.GetSpecifiedShortnames(), unknown.GetSpecifiedName())
		if near := nearest.Word(written, flagNames(cmd)); near != "" && len(written) > 1 {
			return terminal.Usagef("%w; did you mean --%s?", err, near)
		}
	case errors.As(err, &valueless) && valueless.GetSpecifiedShortnames() == "v":
		return terminal.Usagef("-v is the level of messages and needs a number, as in -v=1; for the version, use --version")
	case errors.As(err, &invalid):
		f := invalid.GetFlag()
		// pflag describes the values of other types itself.
		if wants := (config.Flag{Type: config.Type(f.Value.Type())}); slices.Contains([]config.Type{config.Int, config.Bool, config.Duration}, wants.Type) {
			return terminal.Usagef("--%s must be %s, not %q; see %s --help", f.Name, wants.Wants(), invalid.GetValue(), cmd.CommandPath())
		}
	}
	return terminal.Usagef("%w; see %s --help", err, cmd.CommandPath())
}

func flagNames(cmd *cobra.Command) (names []string) {
	add := func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	}
	cmd.InheritedFlags().VisitAll(add)
	cmd.NonInheritedFlags().VisitAll(add)
	return names
}

// Streams are the input and outputs of a run.
type Streams = terminal.Streams

// Run is the complete program, with the streams, arguments and signals of this process. Tests also
// run it, in a process of its own.
func Run() int { return run(terminal.Grace, nil) }

// run runs the program. After a signal, it waits for the grace period. keys are more keys that sign
// data sets.
func run(grace time.Duration, keys []ed25519.PublicKey) int {
	heap.Bound()
	streams := terminal.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Ending: &terminal.Ending{}, Keys: keys}
	return terminal.Interruptible(streams, grace, func(ctx context.Context) int { return Main(ctx, os.Args, streams) })
}

// Commands returns the tree of commands with the commands and flags that cobra adds, for the
// generator of the manual. Its streams are empty.
func Commands() *cobra.Command {
	root := newRoot("kubedelta", terminal.Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard})
	root.InitDefaultCompletionCmd()
	addDefaultFlags(root)
	return root
}

func addDefaultFlags(cmd *cobra.Command) {
	cmd.InitDefaultHelpFlag()
	cmd.InitDefaultVersionFlag()
	for _, c := range cmd.Commands() {
		addDefaultFlags(c)
	}
}

// Spec defines what a configuration file can contain.
func Spec() config.Spec { return settings.SpecOf(Commands()) }
