package cli

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/ruleset"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/cmd/internal/offer"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/report/language"
)

// complete gives every flag and argument of the tree what the shell offers for it.
// It is called when all commands are in the tree.
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
			offered = offer.FormatOrFile(formats)
		}
		// The only errors are a flag that is not there, and one that has a function.
		_ = cmd.RegisterFlagCompletionFunc(f.Name, offered)
	})
}

// completeArguments is what a command takes as arguments; nil for one that says
// so itself.
func completeArguments(command string) cobra.CompletionFunc {
	switch command {
	case "diff":
		return offer.AtMost(2, offer.Sources)
	case "snapshot":
		return offer.AtMost(1, offer.Sources)
	case "changelog":
		return offer.AtMost(2, offer.Ranges)
	case "matrix":
		return offer.Once(offer.Resources)
	case "explain":
		return offer.AtMost(3, offer.Explained(ruleset.All))
	case "history":
		return offer.AtMost(1, offer.Resources)
	case "rules":
		return offer.AtMost(1, offer.OneOf("scan\tthe rules for manifests", "preflight\tthe checks of clusters"))
	case "render":
		return offer.AtMost(1, offer.Files("json"))
	case "scan", "usage", "rehearse":
		return offer.Files()
	case "site":
		return folders
	case "preflight":
		return cobra.NoFileCompletions
	}
	return nil
}

// completeFlag is what the value of a flag may be.
func completeFlag(command, flag string) cobra.CompletionFunc {
	if side := option.Sideless(flag); side != flag {
		return completeFlag(command, side)
	}
	switch flag {
	case "color":
		return offer.OneOf(terminal.ColourModes()...)
	case "severity":
		return offer.Listed(offer.Severities)
	case "fail-on":
		return offer.OneOf(append(offer.FailOn(command), option.Never+"\tfindings do not change the exit code")...)
	case "group":
		return offer.Listed(offer.Groups)
	case "kind":
		if command == "changelog" {
			return offer.Listed(offer.NoteKinds)
		}
		return offer.Listed(offer.Kinds)
	case "area":
		return offer.Listed(offer.NoteAreas)
	case "sig":
		return offer.Listed(offer.NoteSIGs)
	case "lang":
		return completeLanguage(command)
	case "group-by":
		if command == "usage" {
			return offer.OneOf("user", "agent\tthe client, by its user agent", "api")
		}
		return offer.OneOf("kind\tthe sections of the release notes", "sig", "release")
	case "phase":
		return offer.OneOf(string(preflight.ControlPlane), string(preflight.NodeDrain))
	case "context":
		return offer.Contexts
	case "from", "to":
		switch command {
		case "scan", "usage":
			return offer.Sources
		case "data":
			return offer.Files()
		}
		return offer.Releases
	case "uses":
		return offer.WordOrFile(offer.SourceContexts)
	}
	return completeFile(flag)
}

// completeLanguage are the languages; a site has several.
func completeLanguage(command string) cobra.CompletionFunc {
	if command == "site" {
		return offer.Listed(language.Known)
	}
	return offer.OneOf(language.Known()...)
}

// completeFile is what file, or server to ask, a flag names, if it names one.
func completeFile(flag string) cobra.CompletionFunc {
	switch flag {
	case "on", "rehearse":
		return offer.Sources
	case "ignore-file", "severity-config", "waivers", "annotations", "values", "config":
		return offer.Files("yaml", "yml")
	case "baseline":
		return offer.Files("json")
	case "output", "template", "notes-from", "audit", "data", "from-result", "output-file", "kubeconfig", "token-file", "certificate-authority", "client-certificate", "client-key":
		return offer.Files()
	case "cache-dir":
		return folders
	}
	return cobra.NoFileCompletions
}

// folders has the shell offer folders.
func folders(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}
