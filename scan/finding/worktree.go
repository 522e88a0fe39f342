package finding

import (
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// WorkTree maps shown paths to their paths in the git work tree: {".": "deploy"} in its folder
// deploy. Fingerprints contain the latter, so that they do not depend on the working directory. It is
// nil outside of a work tree.
type WorkTree map[string]string

// Path is the path of a shown file in the work tree. Standard input and clusters have none.
func (t WorkTree) Path(shown string) string {
	if t == nil || shown == "" || shown == "-" || strings.HasPrefix(shown, "context:") {
		return shown
	}
	for at := shown; ; at = path.Dir(at) {
		if to, ok := t[at]; ok {
			return moved(shown, at, to)
		}
		if path.Dir(at) == at {
			return shown
		}
	}
}

// Inverse maps paths in the work tree to shown paths.
func (t WorkTree) Inverse() WorkTree {
	all := WorkTree{}
	for _, shown := range slices.Sorted(maps.Keys(t)) {
		all[t[shown]] = shown
	}
	if from, ok := t["."]; ok && all["."] == "" {
		all["."] = moved(".", from, ".")
	}
	return all
}

// Anchor replaces the paths in fingerprints by those in the work tree.
func (t WorkTree) Anchor(f *Finding) {
	if at := t.Path(f.File); at != f.File {
		f.Before = f.Fingerprint
		f.seal(at)
	}
}

// moved is a path in one folder as the path in another.
func moved(name, from, to string) string {
	rest, err := filepath.Rel(filepath.FromSlash(from), filepath.FromSlash(name))
	if err != nil {
		return name
	}
	return filepath.ToSlash(filepath.Join(filepath.FromSlash(to), rest))
}
