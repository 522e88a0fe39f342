package files

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// lister finds files, in order.
type lister struct {
	ctx     context.Context
	o       Options
	put     func(*File, *note) bool
	include []glob
	exclude []glob
	// seen are the files of earlier paths, where there are several.
	seen map[string]bool
	// root is the path that is being looked at, as it is shown.
	root string
	// stopped: nobody takes more files.
	stopped bool
}

func newLister(ctx context.Context, o Options, put func(*File, *note) bool) *lister {
	l := &lister{ctx: ctx, o: o, put: put, include: globs(o.Include), exclude: globs(o.Exclude)}
	return l
}

func (l *lister) all(paths []string) {
	if len(paths) > 1 {
		l.seen = map[string]bool{}
	}
	for _, p := range paths {
		if l.ctx.Err() != nil || l.stopped {
			return
		}
		l.path(p)
	}
}

// path lists what a user named.
func (l *lister) path(p string) {
	l.root = Shown(l.o, p)
	if p == "-" {
		l.file(&File{Path: "-", Name: "-", named: true})
		return
	}
	f := &File{Path: l.root, Name: Opened(l.o, p), named: true}
	info, err := os.Stat(f.Name)
	switch {
	case err != nil:
		l.linked(f, err)
	case info.IsDir():
		root := folder{name: f.Name, shown: f.Path}
		if l.opaque(f, true) {
			l.file(f)
			root.opaque = true
		}
		if !l.o.NoIgnore {
			root.ignore, root.real = ignoreOf(f.Name)
		}
		l.folder(root)
	case !info.Mode().IsRegular():
		l.say(note{path: f.Path, reason: irregular(info.Mode())})
	case l.opaque(f, false):
		l.file(f)
	default:
		l.seenRegular(f)
		l.file(f)
	}
}

// Opened is how a path that a user names is opened.
func Opened(o Options, p string) string {
	if o.Dir != "" && !filepath.IsAbs(p) {
		p = filepath.Join(o.Dir, p)
	}
	return filepath.Clean(p)
}

// Shown is a path that a user names as it is shown: relative to the working
// directory where it is below, as it was written otherwise; "-" as it is.
func Shown(o Options, p string) string {
	dir := o.Dir
	if dir == "" {
		dir, _ = os.Getwd()
	}
	abs := p
	if !filepath.IsAbs(p) {
		abs = filepath.Join(dir, p)
	}
	if rel, err := filepath.Rel(dir, abs); err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(filepath.Clean(p))
}

func (l *lister) opaque(f *File, isFolder bool) bool {
	f.Opaque = l.o.Opaque != nil && l.o.Opaque(f.Name, isFolder)
	f.Folder = f.Opaque && isFolder
	return f.Opaque
}

func (l *lister) file(f *File) {
	f.Root = l.root
	if l.o.Skip != nil && f.Name != "-" {
		if reason := l.o.Skip(f); reason != "" {
			l.skip(f, reason)
			return
		}
	}
	if l.seen != nil {
		key := f.Name
		if abs, err := filepath.Abs(key); err == nil && key != "-" {
			key = abs
		}
		if l.seen[key] {
			l.say(note{path: f.Path, reason: "named twice", skipped: true})
			return
		}
		l.seen[key] = true
	}
	l.stopped = !l.put(f, nil) || l.stopped
}

// skip says why a file is not read; of an opaque folder, for each of its files.
func (l *lister) skip(f *File, reason string) {
	if !f.Folder {
		l.say(note{path: f.Path, reason: reason, skipped: true})
		return
	}
	_ = filepath.WalkDir(f.Name, func(name string, entry fs.DirEntry, err error) error {
		below, outside := filepath.Rel(f.Name, name)
		if err != nil || outside != nil || l.stopped || !entry.Type().IsRegular() {
			return nil //nolint:nilerr // the folder is not read, so nothing is said of what is wrong with it
		}
		if below = filepath.ToSlash(below); l.o.Part == nil || l.o.Part(below, false) {
			l.say(note{path: path.Join(f.Path, below), reason: reason, skipped: true})
		}
		return nil
	})
}

func (l *lister) seenRegular(f *File) {
	if l.o.Seen != nil {
		l.o.Seen(f)
	}
}

func (l *lister) say(n note) { l.stopped = !l.put(nil, &n) || l.stopped }

// linked says what is wrong with a path that leads nowhere.
func (l *lister) linked(f *File, err error) {
	reason := sentence(err)
	if info, lerr := os.Lstat(f.Name); lerr == nil && info.Mode()&fs.ModeSymlink != 0 && errors.Is(err, fs.ErrNotExist) {
		reason = "it is a link to a path that does not exist"
	}
	l.say(note{path: f.Path, reason: reason})
}

// LinkToFolder is why a link to a folder is not followed.
const LinkToFolder = "link to a folder"

// folder is a folder that is walked.
type folder struct {
	name, shown string
	// below is its path below the folder that was named; "" for that itself.
	below string
	// real is its absolute path without links, where there is anything to ignore.
	real   string
	ignore *ignore
	// opaque: it is an opaque folder, or in one; inside is its path in that.
	opaque bool
	inside string
}

// enter is a folder in it. It may add to what is ignored.
func (d folder) enter(f *File, below string) folder {
	in := folder{name: f.Name, shown: f.Path, below: below, opaque: d.opaque, inside: path.Join(d.inside, filepath.Base(f.Name))}
	if d.ignore != nil {
		in.real = filepath.Join(d.real, filepath.Base(f.Name))
		in.ignore = d.ignore.in(in.real, filepath.Join(in.real, ".gitignore"))
	}
	return in
}

// enter is a folder in another. One in the folder charts of an opaque one is read
// with that, but for those whose names Helm passes over there.
func (l *lister) enter(d folder, f *File, below string) folder {
	in := d.enter(f, below)
	if l.opaque(f, true) {
		if !d.opaque || d.inside != dependencies || strings.IndexAny(filepath.Base(f.Name), "_.") == 0 {
			l.file(f)
		}
		in.opaque, in.inside = true, ""
	}
	return in
}

// dependencies is the folder in which charts have those that they depend on.
const dependencies = "charts"

func (l *lister) folder(d folder) {
	entries, err := os.ReadDir(d.name)
	if err != nil {
		l.say(note{path: d.shown, reason: "the folder cannot be read: " + sentence(err)})
	}
	for _, entry := range entries {
		if l.stopped || l.ctx.Err() != nil {
			return
		}
		l.entry(d, entry)
	}
}

func (l *lister) entry(d folder, entry fs.DirEntry) {
	name := entry.Name()
	f := &File{Path: beneath(d.shown, name), Name: filepath.Join(d.name, name), Beside: d.opaque}
	below := beneath(d.below, name)
	isFolder := entry.IsDir()
	if d.opaque && (l.o.Part == nil || l.o.Part(path.Join(d.inside, name), isFolder) || d.partsBelow() && linksToFolder(f.Name, entry)) {
		return
	}
	switch {
	case isFolder && (name == ".git" || name == "node_modules"):
		l.say(note{path: f.Path, reason: ".git and node_modules folders", skipped: true})
	case d.ignore != nil && d.ignore.ignores(filepath.Join(d.real, name), isFolder):
		l.say(note{path: f.Path, reason: "ignored by git", skipped: true})
	case matches(l.exclude, below, f.Path):
		l.say(note{path: f.Path, reason: "excluded", skipped: true})
	case isFolder:
		l.folder(l.enter(d, f, below))
	default:
		l.leaf(f, below, entry)
	}
}

// partsBelow: a folder that a link in this one leads to belongs to the chart. Who reads the
// chart follows the link, or says why not.
func (d folder) partsBelow() bool { return d.inside == dependencies || d.inside == "crds" }

func linksToFolder(name string, entry fs.DirEntry) bool {
	if entry.Type()&fs.ModeSymlink == 0 {
		return false
	}
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// beneath is the path of an entry of a folder as it is shown; "" and "." are the folder itself.
func beneath(folder, name string) string {
	switch {
	case folder == "" || folder == ".":
		return name
	case strings.HasSuffix(folder, "/"):
		return folder + name
	default:
		return folder + "/" + name
	}
}

// leaf lists what is no folder.
func (l *lister) leaf(f *File, below string, entry fs.DirEntry) {
	mode := entry.Type()
	wanted := l.wanted(below, f.Path)
	if mode&fs.ModeSymlink != 0 {
		info, err := os.Stat(f.Name)
		switch {
		case err == nil && info.IsDir():
			l.say(note{path: f.Path, reason: LinkToFolder, skipped: true, said: true})
			return
		case err != nil && wanted:
			l.linked(f, err)
			return
		case err == nil:
			mode = info.Mode()
		}
	}
	if mode.IsRegular() {
		l.seenRegular(f)
	}
	switch {
	case mode.IsRegular() && l.opaque(f, false):
		l.file(f)
	case !wanted:
		l.say(note{path: f.Path, reason: "not a manifest by name", skipped: true})
	case !mode.IsRegular():
		l.say(note{path: f.Path, reason: irregular(mode)})
	default:
		l.file(f)
	}
}

// wanted reports whether a file looks like a manifest by its name.
func (l *lister) wanted(below, shown string) bool {
	if len(l.include) > 0 {
		return matches(l.include, below, shown)
	}
	switch strings.ToLower(path.Ext(below)) {
	case ".yaml", ".yml", ".json":
		return true
	default:
		return false
	}
}
