package git

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
)

// Changes lists the files that differ from a commit.
type Changes struct {
	// Commit is the merge base of the revision and HEAD. Before the first commit it is "", and all
	// files are changes.
	Commit string
	// Root is the root folder of the repository, with links resolved.
	Root string
	// Paths are absolute. They are the files that were added, changed or removed in the working
	// tree, and nested repositories, or only Root.
	Paths []string
}

// Changed compares the merge base of a revision and HEAD with the working tree of the repository of
// the current folder: it finds changes that were committed since, and uncommitted changes. With
// ignored, files that git ignores count as changed, because git cannot compare them.
func Changed(ctx context.Context, revision string, ignored bool) (c Changes, err error) {
	p, err := ParsePlace(revision)
	switch {
	case err != nil && revision == "":
		return c, errors.New("the revision is missing")
	case err != nil:
		return c, err
	case p.Base != "" || strings.Contains(revision, ":"):
		return c, fmt.Errorf("%q is not a revision; specify a branch, a tag or a commit, such as origin/main", revision)
	}
	if c.Root, err = output(ctx, "rev-parse", "--show-toplevel"); err != nil {
		return c, err
	}
	if c.Root, err = filepath.EvalSymlinks(filepath.FromSlash(c.Root)); err != nil {
		return c, err
	}
	if revision == "HEAD" && unborn(ctx) {
		c.Paths = []string{c.Root}
		return c, nil
	}
	p.Base = "HEAD"
	if c.Commit, err = commit(ctx, p); err != nil {
		return c, err
	}
	// .gitmodules and the user's configuration can tell git diff to ignore changes of submodules.
	tracked, err := run(ctx, nil, "diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-relative", "--ignore-submodules=none", c.Commit, "--")
	if err != nil {
		return c, err
	}
	others := []string{"ls-files", "--others", "-z", "--full-name"}
	if !ignored {
		others = append(others, "--exclude-standard") // without the rules of the user, see run
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

// Before returns the content that a file of Paths had in Commit; nil if it was not there.
func (c Changes) Before(ctx context.Context, file string) (text []byte, err error) {
	name, err := filepath.Rel(c.Root, file)
	if err != nil || c.Commit == "" {
		return nil, err
	}
	id, err := output(ctx, "rev-parse", "--verify", "--quiet", c.Commit+":"+filepath.ToSlash(name))
	if err != nil {
		return nil, failure(err, nil)
	}
	if failed := contents(ctx, []string{id}, func(_ int, content []byte, reason string) {
		if text = content; reason != "" {
			err = fmt.Errorf("%s of %s: %s", filepath.ToSlash(name), c.Commit[:12], reason)
		}
	}); failed != nil {
		return nil, failed
	}
	return text, err
}

// unborn reports whether the current branch has no commit yet, as in a hook for the first commit.
func unborn(ctx context.Context) bool {
	_, named := output(ctx, "symbolic-ref", "--quiet", "HEAD")
	_, there := output(ctx, "rev-parse", "--verify", "--quiet", "HEAD")
	return named == nil && failure(there, nil) == nil && there != nil
}
