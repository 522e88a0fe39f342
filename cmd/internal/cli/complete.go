package cli

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/ruleset"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/cmd/internal/completion"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/report/language"
)

// complete adds the shell completion of all flags and arguments. It must be called after all
// commands are added.
func complete(root *cobra.Command) {
	for _, cmd := range root.Commands() {
		if f := completeArguments(cmd.Name()); f != nil {
			cmd.ValidArgsFunction = f
		}
		register(cmd, cmd.Flags())
	}
	register(root, root.PersistentFlags())
}

func register(cmd *cobra.Command, flags *pflag.FlagSet) {
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Value.Type() == "bool" {
			return
		}
		if _, has := cmd.GetFlagCompletionFunc(f.Name); has {
			return
		}
		offered := completeFlag(cmd.Name(), f.Name)
		if formats := f.Annotations[option.FormatsOf]; formats != nil {
			offered = completion.FormatOrFile(formats)
		}
		if limits := f.Annotations[option.LimitsOf]; limits != nil {
			offered = completion.OneOf(limits...)
		}
		// It fails only for an unknown flag, or one that has a function already.
		_ = cmd.RegisterFlagCompletionFunc(f.Name, offered)
	})
}

// completeArguments returns the completion for the arguments of a command. It returns nil for
// commands that define their own.
func completeArguments(command string) cobra.CompletionFunc {
	switch command {
	case "diff":
		return completion.AtMost(2, completion.Sources)
	case "snapshot":
		return completion.AtMost(1, completion.Sources)
	case "changelog":
		return completion.AtMost(2, completion.Ranges)
	case "matrix":
		return completion.Once(completion.Resources)
	case "explain":
		return completion.AtMost(3, completion.Explained(ruleset.All))
	case "history":
		return completion.AtMost(1, completion.Resources)
	case "rules":
		return completion.AtMost(1, completion.OneOf("scan\tthe rules for manifests", "preflight\tthe checks of clusters"))
	case "render":
		return completion.AtMost(1, completion.Files("json"))
	case "scan", "usage", "rehearse":
		return completion.Files()
	case "site":
		return folders
	case "preflight":
		return cobra.NoFileCompletions
	}
	return nil
}

// completeFlag returns the completion for the value of a flag.
func completeFlag(command, flag string) cobra.CompletionFunc {
	if side := option.Sideless(flag); side != flag {
		return completeFlag(command, side)
	}
	switch flag {
	case "color":
		return completion.OneOf(terminal.ColourModes()...)
	case "severity":
		return completion.Listed(func() []string { return completion.Severities(command) })
	case "group":
		return completion.Listed(completion.Groups)
	case "kind":
		if command == "changelog" {
			return completion.Listed(completion.NoteKinds)
		}
		return completion.Listed(completion.Kinds)
	case "area":
		return completion.Listed(completion.NoteAreas)
	case "sig":
		return completion.Listed(completion.NoteSIGs)
	case "lang":
		return completeLanguage(command)
	case "group-by":
		if command == "usage" {
			return completion.OneOf("user", "agent\tthe client, by its user agent", "api")
		}
		return completion.OneOf("kind\tthe sections of the release notes", "sig", "release")
	case "phase":
		return completion.OneOf(string(preflight.ControlPlane), string(preflight.NodeDrain))
	case "context":
		return completion.Contexts
	case "from", "to":
		switch command {
		case "scan", "usage":
			return completion.Sources
		case "data":
			return completion.Files()
		}
		return completion.Releases
	case "uses":
		return completion.WordOrFile(completion.SourceContexts)
	}
	return completeFile(flag)
}

// completeLanguage completes languages. A site can have several.
func completeLanguage(command string) cobra.CompletionFunc {
	if command == "site" {
		return completion.Listed(language.Known)
	}
	return completion.OneOf(language.Known()...)
}

// completeFile returns the completion for a flag that names a file or a server to ask. Other flags
// have none.
func completeFile(flag string) cobra.CompletionFunc {
	switch flag {
	case "on", "rehearse":
		return completion.Sources
	case "ignore-file", "severity-config", "waivers", "annotations", "values", "config":
		return completion.Files("yaml", "yml")
	case "baseline":
		return completion.Files("json")
	case "output", "template", "notes-from", "audit", "data", "from-result", "output-file", "kubeconfig", "token-file", "certificate-authority", "client-certificate", "client-key":
		return completion.Files()
	case "cache-dir":
		return folders
	}
	return cobra.NoFileCompletions
}

// folders completes folders.
func folders(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}
