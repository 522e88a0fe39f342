package files

import (
	"path/filepath"
	"strings"
)

// ignore has the .gitignore files of a folder and of those above it, the nearest first. The exclude
// file of the work tree is the last. That of the user is not read, so that a scan has the same
// result for everyone.
type ignore struct {
	dir   string
	rules []ignoreRule
	above *ignore
}

type ignoreRule struct {
	glob           glob
	negated, folds bool
}

// ignoring reads the rules for a folder and the files above it; none outside of a git work tree.
func (d *folder) ignoring() {
	abs, err := Real(d.name)
	if err != nil {
		return
	}
	root := GitRoot(abs)
	if root == "" {
		return
	}
	dirs := []string{abs}
	for at := abs; at != root; dirs = append(dirs, at) {
		at = filepath.Dir(at)
	}
	_, common := gitDirs(root)
	i := &ignore{dir: root, rules: ignoreRules(filepath.Join(common, "info", "exclude"))}
	for n := len(dirs) - 1; n >= 0; n-- {
		i = i.in(dirs[n], filepath.Join(dirs[n], ".gitignore"))
	}
	d.ignore, d.real, d.index, d.ignored = i, abs, &index{root: root}, false
}

// ignores reports whether git ignores an entry of the folder.
func (d *folder) ignores(name string, isFolder bool) bool {
	if d.ignore == nil {
		return false
	}
	name = filepath.Join(d.real, name)
	return (d.ignored || d.ignore.ignores(name, isFolder)) && !d.index.tracks(name, isFolder)
}

func (i *ignore) in(dir, file string) *ignore {
	if rules := ignoreRules(file); len(rules) > 0 {
		return &ignore{dir: dir, rules: rules, above: i}
	}
	return i
}

// ignores reports whether git ignores an absolute path that is in no ignored folder.
func (i *ignore) ignores(name string, folder bool) bool {
	for ; i != nil; i = i.above {
		below := filepath.ToSlash(strings.TrimPrefix(strings.TrimPrefix(name, i.dir), string(filepath.Separator)))
		for n := len(i.rules) - 1; n >= 0; n-- {
			if r := i.rules[n]; (folder || !r.folds) && r.glob.match(below) {
				return !r.negated
			}
		}
	}
	return false
}

func ignoreRules(file string) (rules []ignoreRule) {
	for line := range strings.Lines(strings.TrimPrefix(string(ofGit(file, 1<<20)), "\ufeff")) {
		if r, ok := newRule(strings.TrimRight(line, "\r\n")); ok {
			rules = append(rules, r)
		}
	}
	return rules
}

// newRule reads a line of a .gitignore (gitignore(5)).
func newRule(line string) (r ignoreRule, ok bool) {
	for strings.HasSuffix(line, " ") && !strings.HasSuffix(line, `\ `) {
		line = line[:len(line)-1]
	}
	if line == "" || line[0] == '#' {
		return r, false
	}
	if r.negated = line[0] == '!'; r.negated {
		line = line[1:]
	}
	if r.folds = strings.HasSuffix(line, "/"); r.folds {
		line = strings.TrimSuffix(line, "/")
	}
	if line == "" {
		return r, false
	}
	// A slash at the start or in the middle anchors the pattern to the folder.
	r.glob = newGlob(line)
	if n := len(r.glob.segments); n > 1 && r.glob.segments[n-1] == "**" {
		// "a/**" matches what is in a, not a itself.
		r.glob.segments = append(r.glob.segments[:n-1], "*", "**")
	}
	return r, true
}
