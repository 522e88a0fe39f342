package files

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/scan/finding"
)

// lister finds files, in order.
type lister struct {
	ctx     context.Context
	o       Options
	put     func(*File, *finding.FileAccount) bool
	include []glob
	exclude []glob
	// seen has the number of the named path of each file, without links, if there are several paths. In
	// one folder, a link to a file is another file.
	seen map[string]int
	// root is the named path that is being listed, as it is shown, and number is its number.
	root   string
	number int
	// faulty are the work trees whose index cannot be read.
	faulty map[string]bool
	// stopped: no more files are accepted.
	stopped bool
}

func (l *lister) all(paths []string) {
	if len(paths) > 1 {
		l.seen = map[string]int{}
	}
	for i, p := range paths {
		l.number = i
		if l.ctx.Err() != nil || l.stopped {
			return
		}
		l.path(p)
	}
}

// path lists a path that the user named.
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
			l.exclusions(f, "")
			l.file(f)
			root.opaque = true
		}
		if !l.o.NoIgnore {
			root.ignoring()
		}
		l.folder(root)
	case !info.Mode().IsRegular():
		l.say(f.Path, irregular(info.Mode()), finding.Unread)
	case l.opaque(f, false):
		l.file(f)
	default:
		l.seenRegular(f)
		f.ByText = !l.wanted(f.Path, f.Path) && l.template(f.Path)
		l.file(f)
	}
}

// Opened is the path with which a named path is opened.
func Opened(o Options, p string) string {
	if o.Dir != "" && !filepath.IsAbs(p) {
		p = filepath.Join(o.Dir, p)
	}
	return filepath.Clean(p)
}

// Shown is a named path as it is shown: relative to the working directory if it is in it, otherwise
// as it was written; "-" stays.
func Shown(o Options, p string) string {
	dir := o.Dir
	if dir == "" {
		dir, _ = os.Getwd()
	}
	abs := p
	if !filepath.IsAbs(p) {
		abs = filepath.Join(dir, p)
	}
	if rel, in := below(dir, abs); in {
		return rel
	}
	return filepath.ToSlash(filepath.Clean(p))
}

func (l *lister) opaque(f *File, isFolder bool) bool {
	f.Opaque = l.o.Opaque != nil && l.o.Opaque(f.Name, isFolder)
	f.Folder = f.Opaque && isFolder
	return f.Opaque
}

// exclusions sets what is excluded in an opaque folder, which its reader leaves out.
func (l *lister) exclusions(f *File, below string) {
	if len(l.exclude) > 0 {
		f.excludes = func(inside string) bool { return matches(l.exclude, beneath(below, inside), beneath(f.Path, inside)) }
	}
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
		if real, err := filepath.EvalSymlinks(key); err == nil {
			key = real
		}
		if first, seen := l.seen[key]; seen && first != l.number {
			l.say(f.Path, "named twice", finding.PassedOver)
			return
		}
		l.seen[key] = l.number
	}
	l.stopped = !l.put(f, nil) || l.stopped
}

// skip records why a file is not read. For an opaque folder it does so for each file.
func (l *lister) skip(f *File, reason string) {
	if !f.Folder {
		l.say(f.Path, reason, finding.PassedOver)
		return
	}
	_ = filepath.WalkDir(f.Name, func(name string, entry fs.DirEntry, err error) error {
		below, outside := filepath.Rel(f.Name, name)
		if err != nil || outside != nil || l.stopped || !entry.Type().IsRegular() {
			return nil //nolint:nilerr // the folder is not read, so its errors are not reported
		}
		if below = filepath.ToSlash(below); l.o.Part == nil || l.o.Part(below, false) {
			l.say(path.Join(f.Path, below), reason, finding.PassedOver)
		}
		return nil
	})
}

func (l *lister) seenRegular(f *File) {
	if l.o.Seen != nil {
		l.o.Seen(f)
	}
}

// say records the outcome of a path that is not read.
func (l *lister) say(name, reason string, outcome finding.Outcome) {
	l.stopped = !l.put(nil, &finding.FileAccount{File: name, Outcome: outcome, Reason: reason}) || l.stopped
}

// linked reports what is wrong with a path that does not exist.
func (l *lister) linked(f *File, err error) {
	reason := sentence(err)
	if info, lerr := os.Lstat(f.Name); lerr == nil && info.Mode()&fs.ModeSymlink != 0 && errors.Is(err, fs.ErrNotExist) {
		reason = "it is a link to a path that does not exist"
	}
	l.say(f.Path, reason, finding.Unread)
}

// The reasons why the user wants no more of a file.
const (
	Excluded = "excluded"
	Ignored  = "ignored by git"
)

// LinkToFolder is why a link to a folder is not followed.
const LinkToFolder = "link to a folder"

type folder struct {
	name, shown string
	// below is the path relative to the named folder; "" for the named folder.
	below string
	// real is the absolute path without links, if there are rules to ignore files.
	real   string
	ignore *ignore
	// index has the files that git tracks in the work tree. ignored: git ignores all other files in
	// the folder.
	index   *index
	ignored bool
	// opaque: it is an opaque folder, or in one. inside is its path in that folder.
	opaque bool
	inside string
}

// enter enters a folder. A chart in the folder charts of an opaque folder is read with that one,
// except if Helm ignores its name there.
func (l *lister) enter(d folder, f *File, below string) folder {
	in := folder{name: f.Name, shown: f.Path, below: below, opaque: d.opaque, inside: path.Join(d.inside, filepath.Base(f.Name))}
	if d.ignore != nil {
		in.real = filepath.Join(d.real, filepath.Base(f.Name))
		in.ignore, in.index = d.ignore.in(in.real, filepath.Join(in.real, ".gitignore")), d.index
		in.ignored = d.ignored || d.ignore.ignores(in.real, true)
	}
	if l.opaque(f, true) {
		if !d.opaque || d.inside != dependencies || strings.IndexAny(filepath.Base(f.Name), "_.") == 0 {
			l.exclusions(f, below)
			l.file(f)
		}
		in.opaque, in.inside = true, ""
	}
	return in
}

// dependencies is the folder with the dependencies of a chart.
const dependencies = "charts"

func (l *lister) folder(d folder) {
	entries, err := os.ReadDir(d.name)
	if err != nil {
		l.say(d.shown, "the folder cannot be read: "+sentence(err), finding.Unread)
	}
	if d.ignore != nil && d.below != "" && slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == ".git" }) {
		d.ignoring() // the rules above are not those of a submodule
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
	if d.opaque && (l.o.Part == nil || l.o.Part(path.Join(d.inside, name), isFolder) || d.partsBelow(name) && linksToFolder(f.Name, entry)) {
		return
	}
	switch {
	case isFolder && (name == ".git" || name == "node_modules"):
		l.say(f.Path, ".git and node_modules folders", finding.PassedOver)
	case d.ignores(name, isFolder):
		l.say(f.Path, Ignored, finding.PassedOver)
		if d.index.fault != "" && !l.faulty[d.index.root] {
			l.faulty[d.index.root] = true
			l.say(Shown(l.o, d.index.root), d.index.fault, finding.Unread)
		}
	case matches(l.exclude, below, f.Path):
		l.say(f.Path, Excluded, finding.PassedOver)
	case isFolder:
		l.folder(l.enter(d, f, below))
	default:
		l.leaf(f, below, entry)
	}
}

// partsBelow reports whether a folder behind a link in this folder belongs to the chart. The reader
// of the chart follows the link, or reports why not.
func (d folder) partsBelow(name string) bool {
	switch d.inside {
	case "":
		return name == "templates" || name == "crds" || name == dependencies
	default:
		return d.inside == dependencies || d.inside == "crds"
	}
}

func linksToFolder(name string, entry fs.DirEntry) bool {
	if entry.Type()&fs.ModeSymlink == 0 {
		return false
	}
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// beneath is the shown path of an entry of a folder; "" and "." are the folder itself.
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

func (l *lister) leaf(f *File, below string, entry fs.DirEntry) {
	mode := entry.Type()
	wanted := l.wanted(below, f.Path)
	if mode&fs.ModeSymlink != 0 {
		info, err := os.Stat(f.Name)
		switch {
		case err == nil && info.IsDir():
			l.say(f.Path, LinkToFolder, finding.PassedOver)
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
	case !wanted && mode.IsRegular() && l.template(below):
		f.ByText = true
		l.file(f)
	case !wanted:
		l.say(f.Path, "not a manifest by name", finding.PassedOver)
	case !mode.IsRegular():
		l.say(f.Path, irregular(mode), finding.Unread)
	default:
		l.file(f)
	}
}

// wanted reports whether a file has the name of a manifest.
func (l *lister) wanted(below, shown string) bool {
	if len(l.include) > 0 {
		return matches(l.include, below, shown)
	}
	return slices.Contains([]string{".yaml", ".yml", ".json"}, strings.ToLower(path.Ext(below)))
}

// template reports whether a file has the ending of a template: of Jinja, ERB, Go, Terraform,
// Mustache or Handlebars. Those of a chart are parts of an opaque folder.
func (l *lister) template(below string) bool {
	endings := []string{".j2", ".jinja", ".jinja2", ".erb", ".tmpl", ".tpl", ".gotmpl", ".template", ".tftpl", ".mustache", ".hbs"}
	return l.o.Templates && len(l.include) == 0 && slices.Contains(endings, strings.ToLower(path.Ext(below)))
}
