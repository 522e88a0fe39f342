// Package snapshot is the command snapshot. discovery/source/snapshot defines the format of
// snapshots.
package snapshot

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/sources"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/source"
	"github.com/kubedelta/kubedelta/discovery/source/snapshot"
	"github.com/kubedelta/kubedelta/report/envelope"
)

type options struct {
	sources         sources.Options
	file            string
	allowIncomplete bool
}

// New makes the command snapshot.
func New(streams terminal.Streams) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:  "snapshot SOURCE -f DIR|FILE",
		Args: option.AtMost(1, "one source"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && o.sources.Cluster.Context != "" {
				args = []string{sources.CurrentContext}
			}
			if err := option.Exactly(1, "one source")(cmd, args); err != nil {
				return err
			}
			if err := o.sources.Cluster.CheckContext("", args[0]); err != nil {
				return err
			}
			return run(cmd.Context(), o, args[0], streams)
		},
	}
	cmd.Flags().StringVarP(&o.file, "output-file", "f", "", "write the snapshot to a folder, `path`.tar.gz or path.tar.zst")
	option.AddOldName(cmd.Flags(), "output", "o", "output-file")
	cmd.Flags().BoolVar(&o.allowIncomplete, "allow-incomplete", false, "exit with 0 instead of 4 if something could not be read")
	o.sources.Bind(cmd.Flags())
	o.sources.Cluster.BindContext(cmd.Flags(), "", "; without SOURCE, its cluster is saved")
	return cmd
}

func run(ctx context.Context, o *options, text string, streams terminal.Streams) error {
	if o.file == "" {
		return terminal.Usagef("snapshot needs -f, a folder or a FILE.tar.zst to write")
	}
	s := o.sources.NewSession(streams)
	ref, err := s.Parse(text, o.sources.Cluster)
	if err != nil {
		return err
	}
	set, manifest, err := source.Record(ctx, ref, s.Environment(o.sources.Cluster))
	if err != nil {
		return err
	}
	manifest.Source = ref.Display()
	// The folder for the user's own releases is in kubedelta's cache, so kubedelta creates it.
	if dir := filepath.Dir(o.file); dir == s.Env.UserCatalog {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return fmt.Errorf("the catalog folder of the cache cannot be created: %w", err)
		}
	}
	if err := snapshot.Write(ctx, o.file, set, manifest); err != nil {
		return err
	}
	// Stale or invalid documents are found only when the documents are read.
	surface, err := s.Env.Surface(set, manifest)
	if err != nil {
		return fmt.Errorf("%s was written, but contains no API that can be compared: %w", o.file, err)
	}
	for _, i := range surface.Incomplete {
		s.Warn.Warn(fmt.Sprintf("%s could not be read (%s): %s", i.GroupVersion, i.Part, i.Reason))
	}
	if len(surface.Incomplete) > 0 && !o.allowIncomplete {
		return option.Ended(envelope.CodeIncomplete, fmt.Sprintf("%s is incomplete: %s could not be read", o.file, rule.Count(len(surface.Incomplete), "part")))
	}
	return nil
}
