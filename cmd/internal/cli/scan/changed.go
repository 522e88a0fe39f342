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
	"github.com/kubedelta/kubedelta/scan/finding"
)

// changes returns the files to which --changed-since limits the scan. It returns nil if the flag is not
// set, and with a warning if all files are read. settings are the files that can change every finding.
func (o *options) changes(ctx context.Context, paths, settings []string) (*scan.Changes, *findings.ChangedSince, []finding.Warning, error) {
	if o.changedSince == "" {
		return nil, nil, nil, nil
	}
	for _, path := range paths {
		if path == "-" || scanning.IsCluster(path) {
			return nil, nil, nil, terminal.Usagef("--changed-since needs files of a git repository, but %s is not a file", path)
		}
	}
	found, err := git.Changed(ctx, o.changedSince, o.NoIgnore)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("--changed-since %s: %w", o.changedSince, err)
	}
	for _, path := range paths {
		if real := option.RealPath(path); real != found.Root && !strings.HasPrefix(real, found.Root+string(filepath.Separator)) {
			return nil, nil, nil, terminal.Usagef("--changed-since: %s is not in the git repository of the current folder, so its changes are unknown", path)
		}
	}
	changed := func(name string) bool {
		real := option.RealPath(name)
		return slices.ContainsFunc(found.Paths, func(p string) bool { return p == real || strings.HasPrefix(p, real+string(filepath.Separator)) })
	}
	for _, file := range settings {
		if file != "" && changed(file) {
			return nil, nil, []finding.Warning{{Text: fmt.Sprintf("%s changed since %s, so all files were checked", file, o.changedSince)}}, nil
		}
	}
	for _, target := range slices.Concat(o.To, []string{o.From}) {
		if target != "" && changed(target) {
			return nil, nil, []finding.Warning{{Text: fmt.Sprintf("%s changed since %s, so all files were checked against it", target, o.changedSince)}}, nil
		}
	}
	c := &scan.Changes{Reason: "not changed since " + o.changedSince, Paths: found.Paths, Charts: slices.ContainsFunc(o.Values, changed)}
	if c.Before, err = found.Before(ctx, scan.NamesOthers); err != nil {
		return nil, nil, nil, fmt.Errorf("--changed-since %s: %w", o.changedSince, err)
	}
	return c, &findings.ChangedSince{Revision: o.changedSince, Commit: found.Commit}, nil, nil
}
