package finding

import (
	"path/filepath"
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
	best := "."
	for from := range t {
		if len(from) > len(best) && within(from, shown) {
			best = from
		}
	}
	to, ok := t[best]
	if !ok {
		return shown
	}
	return moved(shown, best, to)
}

// Shown is how a file of the work tree is shown.
func (t WorkTree) Shown(path string) string {
	best, in := ".", ""
	for to, from := range t {
		if to != "." && len(from) > len(in) && within(from, path) {
			best, in = to, from
		}
	}
	from, ok := t[best]
	if !ok || path == "" || path == "-" || strings.HasPrefix(path, "context:") {
		return path
	}
	return moved(path, from, best)
}

// Anchor replaces the paths in fingerprints by those in the work tree.
func (t WorkTree) Anchor(f *Finding) {
	if path := t.Path(f.File); path != f.File {
		f.Before = f.Fingerprint
		f.seal(path)
	}
}

func within(folder, name string) bool {
	rest, ok := strings.CutPrefix(name, folder)
	return ok && (rest == "" || rest[0] == '/') || folder == "." && filepath.IsLocal(name)
}

// moved is a path in one folder as the path in another.
func moved(name, from, to string) string {
	rest, err := filepath.Rel(filepath.FromSlash(from), filepath.FromSlash(name))
	if err != nil {
		return name
	}
	return filepath.ToSlash(filepath.Join(filepath.FromSlash(to), rest))
}
