package git

import (
	"cmp"
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
	// objects are the IDs of the contents that files of Paths had in Commit.
	objects map[string]string
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
	tracked, err := run(ctx, nil, "diff", "--raw", "--no-abbrev", "-z", "--no-renames", "--no-ext-diff", "--no-relative", "--ignore-submodules=none", c.Commit, "--")
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
	c.objects = map[string]string{}
	object := ""
	for part := range strings.SplitSeq(string(tracked)+string(untracked), "\x00") {
		if strings.HasPrefix(part, ":") && object == "" { // modes, objects and the kind of the change, before the path
			object = strings.Fields(part)[2]
			continue
		}
		if part != "" {
			file := filepath.Join(c.Root, filepath.FromSlash(part))
			c.Paths = append(c.Paths, file)
			if strings.Trim(object, "0") != "" {
				c.objects[file] = object
			}
		}
		object = ""
	}
	return c, nil
}

// Before returns the contents that some files of Paths had in Commit.
func (c Changes) Before(ctx context.Context, wanted func(file string) bool) (texts map[string][]byte, err error) {
	texts = map[string][]byte{}
	var files, objects []string
	for _, file := range c.Paths {
		if c.objects[file] != "" && wanted(file) {
			files, objects = append(files, file), append(objects, c.objects[file])
		}
	}
	failed := contents(ctx, objects, func(i int, text []byte, reason string) {
		if texts[files[i]] = text; reason != "" {
			err = fmt.Errorf("%s of %s: %s", files[i], c.Commit[:12], reason)
		}
	})
	return texts, cmp.Or(failed, err)
}

// unborn reports whether the current branch has no commit yet, as in a hook for the first commit.
func unborn(ctx context.Context) bool {
	_, named := output(ctx, "symbolic-ref", "--quiet", "HEAD")
	_, there := output(ctx, "rev-parse", "--verify", "--quiet", "HEAD")
	return named == nil && failure(there, nil) == nil && there != nil
}
