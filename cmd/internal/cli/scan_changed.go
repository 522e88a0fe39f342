package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/source/git"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/scan"
)

// changes are the files that --changed-since leaves to be read; nil where all are.
func (o *scanCommandOptions) changes(ctx context.Context, paths []string) (*scan.Changes, *findings.ChangedSince, error) {
	if o.changedSince == "" {
		return nil, nil, nil
	}
	for _, path := range paths {
		if path == "-" || isCluster(path) {
			return nil, nil, usagef("--changed-since needs files of a git repository, but %s is not a file", path)
		}
	}
	found, err := git.Changed(ctx, o.changedSince, o.noIgnore)
	if err != nil {
		return nil, nil, fmt.Errorf("--changed-since %s: %w", o.changedSince, err)
	}
	for _, path := range paths {
		if real := realPath(path); real != found.Root && !strings.HasPrefix(real, found.Root+string(filepath.Separator)) {
			return nil, nil, usagef("--changed-since: %s is not in the git repository of the current folder, so its changes are unknown", path)
		}
	}
	c := &scan.Changes{Reason: "not changed since " + o.changedSince, Paths: found.Paths}
	c.Charts = slices.ContainsFunc(o.values, func(name string) bool { return slices.Contains(found.Paths, realPath(name)) })
	return c, &findings.ChangedSince{Revision: o.changedSince, Commit: found.Commit}, nil
}
