package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source"
	"github.com/kubedelta/kubedelta/discovery/source/snapshot"
)

type snapshotOptions struct {
	sources         sourceOptions
	output          string
	allowIncomplete bool
}

func newSnapshot(streams Streams) *cobra.Command {
	o := &snapshotOptions{}
	next := discovery.Release{Major: 1, Minor: discovery.NewestMinor + 1}.String()
	cmd := &cobra.Command{
		Use:   "snapshot SOURCE -o DIR|FILE",
		Short: "Record what an API server says of itself, to compare it later",
		Long: `snapshot records the version, discovery and OpenAPI documents of a source into a
folder, or into FILE.tar.gz or FILE.tar.zst. What it writes can be given to diff,
anywhere and at any time. It holds no credential and no server's address.

What could not be read is recorded as such: a later diff knows it as unknown.`,
		Example: `  # before and after an upgrade
  kubedelta snapshot context:prod -o before.tar.zst
  kubedelta diff before.tar.zst context:prod

  # a release that the built-in catalog does not have
  kubedelta snapshot github:v` + next + `.0 -o ~/.cache/kubedelta/catalog/` + next + `.tar.zst`,
		Args: exactly(1, "one source"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runSnapshot(cmd.Context(), o, args[0], streams)
		},
	}
	cmd.Flags().StringVarP(&o.output, "output", "o", "", "folder, `path`.tar.gz or path.tar.zst to write")
	cmd.Flags().BoolVar(&o.allowIncomplete, "allow-incomplete", false, "do not exit with 4 where something could not be read")
	o.sources.bind(cmd.Flags())
	return cmd
}

func runSnapshot(ctx context.Context, o *snapshotOptions, text string, streams Streams) error {
	if o.output == "" {
		return usagef("snapshot needs -o, a folder or a FILE.tar.zst to write")
	}
	s := o.sources.session(streams)
	ref, err := s.parse(text, o.sources.cluster)
	if err != nil {
		return err
	}
	set, manifest, err := source.Record(ctx, ref, s.environment(o.sources.cluster))
	if err != nil {
		return err
	}
	manifest.Source = ref.Display()
	// The folder for releases of one's own is kubedelta's, which makes it.
	if dir := filepath.Dir(o.output); dir == s.env.UserCatalog {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return fmt.Errorf("the folder for releases of your own cannot be made: %w", err)
		}
	}
	if err := snapshot.Write(ctx, o.output, set, manifest); err != nil {
		return err
	}
	// What is stale, or does not parse, shows only when the documents are read.
	surface, err := s.env.Surface(set, manifest)
	if err != nil {
		return fmt.Errorf("%s was written, but holds no API that could be compared: %w", o.output, err)
	}
	for _, i := range surface.Incomplete {
		s.warn.warn(fmt.Sprintf("%s could not be read (%s): %s", i.GroupVersion, i.Part, i.Reason))
	}
	if len(surface.Incomplete) > 0 && !o.allowIncomplete {
		return verdict{exitIncomplete, fmt.Sprintf("%s is not whole: %s could not be read", o.output, rule.Count(len(surface.Incomplete), "part"))}
	}
	return nil
}
