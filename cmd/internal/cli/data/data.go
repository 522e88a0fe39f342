// Package data is the command data, and chooses the data set of a run. discovery/dataset defines
// the content of data sets.
package data

import (
	"context"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/sources"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
)

// publishedURL is where the kubedelta project publishes its data sets.
const publishedURL = "https://github.com/kubedelta/kubedelta/releases/latest/download/kubedelta-data"

type options struct {
	output   option.Output
	choice   *Choice
	from     string
	check    bool
	cacheDir string
	offline  bool
}

// New makes the command data.
func New(choice *Choice) *cobra.Command {
	o := &options{choice: choice}
	cmd := &cobra.Command{
		Use:               "data status | update",
		Args:              option.Exactly(1, "status or update"),
		ValidArgsFunction: cobra.FixedCompletions([]cobra.Completion{"status", "update"}, cobra.ShellCompDirectiveNoFileComp),
		RunE:              func(cmd *cobra.Command, args []string) error { return run(cmd.Context(), cmd, o, args[0]) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.from, "from", "", "https `URL` or file of the data set (default: the data set published by the kubedelta project)")
	flags.BoolVar(&o.check, "check", false, "with status: also show the published data set")
	o.output.Bind(flags, status{}.writers().Names()...)
	option.Group(flags, option.DownloadFlags, func(flags *pflag.FlagSet) {
		flags.StringVar(&o.cacheDir, "cache-dir", "", sources.CacheDirUsage)
		flags.BoolVar(&o.offline, "offline", false, sources.OfflineUsage)
	})
	return cmd
}

func run(ctx context.Context, cmd *cobra.Command, o *options, what string) error {
	if o.offline && o.check {
		return terminal.Usagef("--check downloads the published data set: remove --offline or --check")
	}
	if o.offline && (what == "update" && (o.from == "" || isURL(o.from))) {
		return terminal.Usagef("--offline: nothing is downloaded; to use a file that was downloaded elsewhere, run data update --from FILE")
	}
	switch {
	case what == "update" && o.check:
		return terminal.Usagef("--check is for data status; data update always checks whether the data set is newer")
	case what == "update" && o.choice.file != "":
		return terminal.Usagef("--data is for one run; to store the file, run data update --from %s", o.choice.file)
	case what == "update":
		return o.update(ctx, cmd)
	case what == "status" && o.from != "" && !o.check:
		return terminal.Usagef("--from is for data update, and for data status with --check")
	case what == "status":
		return o.status(ctx, cmd)
	default:
		return terminal.Usagef("data needs status or update, not %q%s", what, option.DidYouMean(what, []string{"status", "update"}))
	}
}
