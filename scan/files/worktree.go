package files

import (
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/kubedelta/kubedelta/scan/finding"
)

// WorkTree returns where the named paths are in their git work tree: that of the working directory
// if all of them are in it, otherwise their own; nil if no work tree has all of them.
func WorkTree(o Options, paths []string) finding.WorkTree {
	work, err := Real(o.Dir)
	if err != nil {
		return nil
	}
	named := map[string]string{}
	first := ""
	for _, p := range paths {
		if p == "-" {
			continue
		}
		place := unlinked(o, p)
		if named[Shown(o, p)] = place; first == "" {
			first = place
		}
	}
	root := ""
	for _, from := range []string{work, first} {
		at := GitRoot(from)
		for _, place := range named {
			if _, in := below(at, place); !in {
				at = ""
			}
		}
		if at != "" {
			root = at
			break
		}
	}
	if root == "" || first == "" {
		return nil
	}
	tree := finding.WorkTree{}
	if rel, in := below(root, work); in {
		tree["."] = rel
	} else {
		tree[Shown(o, root)] = "."
	}
	for _, shown := range slices.Sorted(maps.Keys(named)) {
		rel, _ := below(root, named[shown])
		if tree.Path(shown) != rel { // an absolute path, or a link
			tree[Shown(o, root)] = "."
		}
		if tree.Path(shown) != rel {
			tree[shown] = rel
		}
	}
	return tree
}

// unlinked is the absolute path of a named path. Links in the path to it are resolved. The path
// itself is resolved only if it leads to a work tree.
func unlinked(o Options, p string) string {
	place, err := filepath.Abs(Opened(o, p))
	if err != nil {
		return p
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(place)); err == nil {
		place = filepath.Join(dir, filepath.Base(place))
	}
	if GitRoot(place) == "" {
		if real, err := filepath.EvalSymlinks(place); err == nil {
			place = real
		}
	}
	return place
}

// Real is an absolute path without links.
func Real(name string) (string, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(abs)
}

// below is a path relative to a folder, with slashes. ok reports whether it is in it.
func below(folder, place string) (rel string, ok bool) {
	rel, err := filepath.Rel(folder, place)
	return filepath.ToSlash(rel), folder != "" && err == nil && filepath.IsLocal(rel)
}

// GitRoot is the nearest folder with .git, at or above an absolute path; "" if there is none.
func GitRoot(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		if filepath.Dir(at) == at {
			return ""
		}
	}
}
