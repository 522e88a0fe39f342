package files

import (
	"io"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
)

// Options are what is read. The zero value reads .yaml, .yml and .json.
type Options struct {
	// Include replaces the endings of manifests, and Exclude leaves out files: globs with *, ?,
	// [a-z], {a,b} and **. A glob without a slash matches the name of a file or folder; others match the
	// path as it is shown, or relative to the named folder. Named paths themselves are always read.
	Include, Exclude []string
	// NoIgnore also reads what git ignores.
	NoIgnore bool
	// Opaque claims a file or folder for another package: the path is passed to the read function
	// unopened. It is called for folders, also the named ones, and for files with any name.
	Opaque func(path string, folder bool) bool
	// Part reports whether a file or folder is a part of the opaque folder that it is in, by its
	// path in that folder, and is left to the reader of the folder. Other files are read as usual.
	// If Part is nil, everything is a part.
	Part func(below string, folder bool) bool
	// Skip is why a file, or an opaque folder, is not read; "" if it is read. Nil reads all.
	Skip func(*File) string
	// Seen is called, one after the other, with each file that is neither excluded nor ignored.
	Seen func(*File)
	// Templates: files with the ending of a template, such as pdb.yaml.j2, are read as text. See
	// [File.ByText].
	Templates bool
	// ByFile: the account lists each file.
	ByFile bool
	// Stdin is read for the path "-".
	Stdin io.Reader
	// Dir is the working directory, to which shown paths are relative; "" is that of the process.
	Dir string
	// Workers is how many files are read concurrently; 0 is the number of CPUs.
	Workers int
}

// File is one file to read, or a path to pass on.
type File struct {
	// Path is the shown path: relative to the working directory, with slashes.
	Path string
	// Name is the path with which it is opened.
	Name string
	// Root is the named path that led to it, as it is shown.
	Root string
	// Opaque: [Options].Opaque claimed it. Folder: and it is a folder.
	Opaque, Folder bool

	// Size in bytes, once it is being read; 0 if it is not known.
	Size int64
	// Beside: it is in an opaque folder, and no part of it.
	Beside bool
	// ByText: it has the ending of a template. [File.Objects] finds nothing in it, and [File.Template]
	// is its text.
	ByText bool
	// Others, if it is not nil, is called with the documents without an API object.
	Others reader.Visit
	// Carried counts the objects that Others found inside these documents.
	Carried int

	// excludes reports whether a path in an opaque folder is excluded; nil if nothing is.
	excludes func(inside string) bool

	worker *worker
	result reader.Result
	// data is the text of the file, if it is complete; passed is why problems do not count as
	// unread.
	data   []byte
	passed string
	// fault is why the file was not read, or not completely.
	fault string
	read  bool
	named bool
}

// Excluded reports whether Exclude leaves out a shown path, or a folder above it.
func (o *Options) Excluded(shown string) bool {
	if len(o.Exclude) == 0 {
		return false
	}
	exclude := globs(o.Exclude)
	return atOrAbove(shown, func(name string) bool { return matches(exclude, name) })
}

// atOrAbove reports whether a path or a folder above it is one that is asked for.
func atOrAbove(name string, is func(string) bool) bool {
	for at := range len(name) + 1 {
		if (at == len(name) || name[at] == '/') && is(name[:at]) {
			return true
		}
	}
	return false
}

// Excluded reports whether a path in an opaque folder, or a folder above it there, is excluded. The
// opaque folder itself, "" or ".", is not: then it would not have been listed.
func (f *File) Excluded(inside string) bool {
	return f.excludes != nil && inside != "" && inside != "." && atOrAbove(inside, f.excludes)
}
