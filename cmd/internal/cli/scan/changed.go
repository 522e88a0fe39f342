package scan

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/scanning"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/discovery/source/git"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/scan"
)

// changes returns the files to which --changed-since limits the scan; nil if it is not set.
func (o *options) changes(ctx context.Context, paths []string) (*scan.Changes, *findings.ChangedSince, error) {
	if o.changedSince == "" {
		return nil, nil, nil
	}
	for _, path := range paths {
		if path == "-" || scanning.IsCluster(path) {
			return nil, nil, terminal.Usagef("--changed-since needs files of a git repository, but %s is not a file", path)
		}
	}
	found, err := git.Changed(ctx, o.changedSince, o.NoIgnore)
	if err != nil {
		return nil, nil, fmt.Errorf("--changed-since %s: %w", o.changedSince, err)
	}
	for _, path := range paths {
		if real := option.RealPath(path); real != found.Root && !strings.HasPrefix(real, found.Root+string(filepath.Separator)) {
			return nil, nil, terminal.Usagef("--changed-since: %s is not in the git repository of the current folder, so its changes are unknown", path)
		}
	}
	c := &scan.Changes{Reason: "not changed since " + o.changedSince, Paths: found.Paths}
	c.Charts = slices.ContainsFunc(o.Values, func(name string) bool { return slices.Contains(found.Paths, option.RealPath(name)) })
	return c, &findings.ChangedSince{Revision: o.changedSince, Commit: found.Commit}, nil
}
