package cli

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	settings "github.com/kubedelta/kubedelta/cmd/internal/cli/config"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/ruleset"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/cmd/internal/completion"
	"github.com/kubedelta/kubedelta/cmd/internal/config"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/usage/query"
)

// complete adds the shell completion of all flags and arguments. It must be called after all
// commands are added.
func complete(root *cobra.Command) {
	arguments, values, files := argumentCompletions(), valueCompletions(), completion.Files()
	register := func(cmd *cobra.Command, flags *pflag.FlagSet) {
		flags.VisitAll(func(f *pflag.Flag) {
			name := option.Sideless(f.Name)
			offered := values[cmd.Name()+" "+name]
			if offered == nil {
				offered = values[name]
			}
			switch formats, limits := f.Annotations[option.FormatsOf], f.Annotations[option.LimitsOf]; {
			case f.Value.Type() == "bool":
				return
			case formats != nil:
				offered = completion.FormatOrFile(formats)
			case limits != nil:
				offered = completion.OneOf(limits...)
			case offered == nil && settings.Meaning(cmd.Name(), name) == config.Path:
				offered = files
			case offered == nil:
				offered = cobra.NoFileCompletions
			}
			// It fails only for an unknown flag, or one that has a function already.
			_ = cmd.RegisterFlagCompletionFunc(f.Name, offered)
		})
	}
	for _, cmd := range root.Commands() {
		if f := arguments[cmd.Name()]; f != nil {
			cmd.ValidArgsFunction = f
		}
		register(cmd, cmd.Flags())
	}
	register(root, root.PersistentFlags())
}

// argumentCompletions returns the completion for the arguments of commands. Other commands define
// their own.
func argumentCompletions() map[string]cobra.CompletionFunc {
	return map[string]cobra.CompletionFunc{
		"diff":      completion.AtMost(2, completion.Sources),
		"snapshot":  completion.AtMost(1, completion.Sources),
		"changelog": completion.AtMost(2, completion.Ranges),
		"matrix":    completion.Once(completion.Resources),
		"explain":   completion.AtMost(3, completion.Explained(ruleset.All)),
		"history":   completion.AtMost(1, completion.Resources),
		"rules":     completion.AtMost(1, completion.OneOf("scan\tthe rules for manifests", "preflight\tthe checks of clusters")),
		"render":    completion.AtMost(1, completion.Files("json")),
		"scan":      completion.Files(),
		"usage":     completion.Files(),
		"rehearse":  completion.Files(),
		"site":      folders,
		"preflight": cobra.NoFileCompletions,
	}
}

// valueCompletions returns the completion for the values of flags, by the name of the flag, or by
// the command and the flag if it differs. Other flags have files if their values are paths.
func valueCompletions() map[string]cobra.CompletionFunc {
	all := map[string]cobra.CompletionFunc{
		"color":          completion.OneOf(terminal.ColourModes()...),
		"severity":       completion.Listed(completion.Words(rule.FindingSeverities())),
		"diff severity":  completion.Listed(completion.Words(rule.Severities())),
		"group":          completion.Listed(completion.Groups),
		"kind":           completion.Listed(completion.Kinds),
		"changelog kind": completion.Listed(func() []string { return completion.NoteNames().Kinds }),
		"area":           completion.Listed(func() []string { return completion.NoteNames().Areas }),
		"sig":            completion.Listed(func() []string { return completion.NoteNames().SIGs }),
		"lang":           completion.OneOf(language.Known()...),
		"site lang":      completion.Listed(language.Known), // a site can have several
		"group-by":       completion.OneOf("kind\tthe sections of the release notes", "sig", "release"),
		"usage group-by": completion.OneOf("user", "agent\tthe client, according to its user agent", "api"),
		"phase":          completion.OneOf(string(preflight.ControlPlane), string(preflight.NodeDrain)),
		"context":        completion.Contexts,
		"engine":         completion.OneOf(query.Names()...),
		"from":           completion.Releases,
		"to":             completion.Releases,
		"scan from":      completion.Sources,
		"scan to":        completion.Sources,
		"usage to":       completion.Sources,
		"data from":      completion.Files(),
		"data":           completion.Files(),
		"uses":           completion.WordOrFile(completion.SourceContexts),
		"on":             completion.Sources,
		"rehearse":       completion.Sources,
		"baseline":       completion.Files("json"),
		"cache-dir":      folders,
	}
	for _, name := range []string{"ignore-file", "severity-config", "waivers", "annotations", "values", "config"} {
		all[name] = completion.Files("yaml", "yml")
	}
	return all
}

func folders(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}
