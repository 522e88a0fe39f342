package git

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
)

// Changes are the files that differ from a commit.
type Changes struct {
	// Commit is the merge base of the revision and HEAD.
	Commit string
	// Root is the folder of the repository, links resolved.
	Root string
	// Paths are absolute: files that are new, changed or gone in the working tree, and
	// folders that are repositories of their own.
	Paths []string
}

// Changed tells what differs between the merge base of a revision with HEAD and the files
// of the repository that the current folder is in: what was committed since, and what was
// not committed yet. ignored takes files that git ignores for changed, of which git
// cannot tell.
func Changed(ctx context.Context, revision string, ignored bool) (c Changes, err error) {
	p, err := ParsePlace(revision)
	switch {
	case err != nil && revision == "":
		return c, errors.New("the revision is missing")
	case err != nil:
		return c, err
	case p.Base != "" || strings.Contains(revision, ":"):
		return c, fmt.Errorf("%q is not a revision; name a branch, a tag or a commit, such as origin/main", revision)
	}
	p.Base = "HEAD"
	if c.Commit, err = commit(ctx, p); err != nil {
		return c, err
	}
	if c.Root, err = output(ctx, "rev-parse", "--show-toplevel"); err != nil {
		return c, err
	}
	if c.Root, err = filepath.EvalSymlinks(filepath.FromSlash(c.Root)); err != nil {
		return c, err
	}
	tracked, err := run(ctx, nil, "diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-relative", c.Commit, "--")
	if err != nil {
		return c, err
	}
	others := []string{"ls-files", "--others", "-z", "--full-name"}
	if !ignored {
		others = append(others, "--exclude-standard")
	}
	untracked, err := run(ctx, nil, append(others, "--", ":/")...)
	if err != nil {
		return c, err
	}
	for _, list := range [][]byte{tracked, untracked} {
		for name := range strings.SplitSeq(string(list), "\x00") {
			if name != "" {
				c.Paths = append(c.Paths, filepath.Join(c.Root, filepath.FromSlash(name)))
			}
		}
	}
	return c, nil
}
