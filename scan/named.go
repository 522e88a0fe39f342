package scan

import (
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/scan/files"
	"github.com/kubedelta/kubedelta/scan/finding"
	"github.com/kubedelta/kubedelta/scan/kustomize"
)

// named has the result of each path that the user named. One without any object is reported,
// because silence would look like a clean result: a failed pipe, an empty file, the wrong folder.
type named struct {
	paths []string
	// real are the paths without links.
	real     map[string]string
	objects  map[string]int
	content  map[string]int
	isFile   map[string]bool
	overlays overlays
	// changed: only changed files are read, so a path can have none.
	changed bool
	// read is what was read, also if it has no objects.
	read Read
}

func newNamed(o files.Options, paths []string, only *changed) *named {
	n := &named{
		real: map[string]string{}, objects: map[string]int{}, content: map[string]int{}, isFile: map[string]bool{},
		overlays: overlays{named: map[string]bool{}, read: map[string]bool{}, invalid: map[string]string{}, left: map[position]bool{}},
	}
	n.read.add(Read{})
	n.overlays.all = &n.read
	if only != nil {
		n.overlays.skip, n.changed = func(dir string) bool { return !only.kustomization(dir) }, true
	}
	for _, p := range paths {
		shown := files.Shown(o, p)
		if _, again := n.real[shown]; again {
			continue
		}
		n.paths = append(n.paths, shown)
		if n.real[shown] = shown; p == "-" {
			continue
		}
		dir := files.Opened(o, p)
		if real, err := files.Real(dir); err == nil {
			n.real[shown] = filepath.ToSlash(real)
		}
		if kustomize.Is(dir) {
			n.overlays.named[kustomize.Real(dir)] = true
			for _, earlier := range n.paths { // whose files are read first
				if below, in := strings.CutPrefix(n.real[shown], n.real[earlier]+"/"); in {
					shown = path.Join(earlier, below)
					break
				}
			}
			n.overlays.add(dir, shown)
		}
	}
	return n
}

func (n *named) took(f *file) {
	n.read.Files[f.from.Path] = true
	n.objects[f.from.Root] += f.objects
	n.content[f.from.Root] += f.content
	if f.from.Path == f.from.Root && !f.from.Opaque && !f.from.ByText { // a template has content, which is not read as documents
		n.isFile[f.from.Root] = true
	}
	n.overlays.expected = append(n.overlays.expected, f.expected...)
	n.overlays.patches = append(n.overlays.patches, f.patches...)
	for _, o := range f.left {
		n.overlays.left[o] = true
	}
	if f.objects > 0 {
		n.overlays.read[f.from.Path] = true
	}
	if !f.from.Opaque && slices.ContainsFunc(f.findings, func(f finding.Finding) bool { return f.Validation || isExpression(&f) }) {
		n.overlays.invalid[f.from.Path] = f.from.Name
	}
}

// follows reports whether a link leads to a folder that the user named, so that it is read.
func (n *named) follows(o files.Options, link string) bool {
	real, err := files.Real(files.Opened(o, link))
	return err == nil && slices.Contains(slices.Collect(maps.Values(n.real)), filepath.ToSlash(real))
}

// silent reports the paths without objects. A path inside another named path was read with that
// one, and what could not be read is already reported. A file with other contents, which a hook
// names because it changed, is no error.
func (n *named) silent(account *finding.Account) {
	hasObjects, unread := n.withObjects(), unreadIn(account)
	for _, p := range n.paths {
		if n.changed && !n.isFile[p] || hasObjects(p) || n.isFile[p] && p != "-" && n.content[p] > 0 || unread[p] {
			continue
		}
		reason := "it contains no API object, so nothing was checked: is it the right file?"
		switch {
		case p == "-" && n.content[p] > 0:
			reason = "standard input contains no API object"
		case p == "-":
			reason = "standard input is empty: did the previous command fail?"
		case n.isFile[p]:
			reason = "it is empty, or contains only comments: nothing was checked"
		case len(n.paths) == 1 && account.Skipped[files.Excluded]+account.Skipped[files.Ignored] > 0:
			reason = "nothing was checked: files in it are excluded or ignored by git, and it contains no API object otherwise; see --include, --exclude and --no-ignore"
		}
		account.Unreadable = append(account.Unreadable, finding.Unreadable{File: p, Reason: reason})
		addFolders(unread, p)
	}
}

// withObjects returns a function that reports whether a named path, a path around it, or a path in it
// had objects.
func (n *named) withObjects() func(p string) bool {
	read := slices.Clone(n.overlays.built)
	for _, p := range n.paths {
		if n.objects[p] > 0 {
			read = append(read, n.real[p])
		}
	}
	had, around := map[string]bool{}, map[string]bool{}
	for _, real := range read {
		had[real] = true
		addFolders(around, real)
	}
	return func(p string) bool {
		real := n.real[p]
		return around[real] || atOrBelow(real, had)
	}
}

// addFolders adds a path and the folders that it is in. The working directory is not one of those
// of "-" and "../a".
func addFolders(all map[string]bool, p string) {
	outside := p == "-" || p == ".." || strings.HasPrefix(p, "../")
	for !all[p] && (p != "." || !outside) {
		all[p] = true
		p = path.Dir(p)
	}
}

// atOrBelow reports whether a path, or a folder that it is in, is in a set.
func atOrBelow(p string, set map[string]bool) bool {
	for {
		above := path.Dir(p)
		if set[p] || above == p {
			return set[p]
		}
		p = above
	}
}

// unreadIn returns the files that an account lists as unread, and the folders that they are in, all as
// they are shown. A library chart, which writes nothing, is listed in a note.
func unreadIn(account *finding.Account) map[string]bool {
	unread := map[string]bool{}
	for _, u := range account.Unreadable {
		addFolders(unread, u.File)
	}
	for _, u := range account.Notes {
		if u.Reason == libraryChart {
			addFolders(unread, u.File)
		}
	}
	return unread
}
