package files

import (
	"io"

	"github.com/kubedelta/kubedelta/discovery/manifest/reader"
)

// Options say what is read. The zero value reads .yaml, .yml and .json.
type Options struct {
	// Include replaces the endings of manifests, Exclude leaves out: globs with *,
	// ?, [a-z] and **. One without a slash is about the name of a file or folder,
	// others about the path, as it is shown or below the folder that was named.
	// What is named itself is read whatever they say.
	Include, Exclude []string
	// NoIgnore reads what git ignores, too.
	NoIgnore bool
	// Opaque claims a file or folder for another package: the path is handed to
	// the read function unopened. It is asked about folders, the named ones too,
	// and about files whatever their name is.
	Opaque func(path string, folder bool) bool
	// Part reports whether a file or folder is a part of the opaque folder that it is
	// in, by its path in that, and is left to who reads the folder. What is no part is
	// looked at like everything else; nil where all is.
	Part func(below string, folder bool) bool
	// Skip tells why a file, or an opaque folder, is not read; "" for one that is read.
	// Nil reads all.
	Skip func(*File) string
	// Seen is shown each regular file that is neither excluded nor ignored, whatever
	// its name is, one after the other.
	Seen func(*File)
	// ByFile has the account tell what became of each file.
	ByFile bool
	// Stdin is read for the path "-".
	Stdin io.Reader
	// Dir is the working directory, which paths are shown relative to; "" is that
	// of the process.
	Dir string
	// Workers is how many files are read at once; 0 is the number of CPUs.
	Workers int
}

// File is one file to be read, or a path to be handed over.
type File struct {
	// Path is how it is shown: relative to the working directory, with slashes.
	Path string
	// Name is how it is opened.
	Name string
	// Root is the path that was named and led to it, as it is shown.
	Root string
	// Opaque: [Options].Opaque claimed it, and Folder that it is a folder.
	Opaque, Folder bool

	// Size is how many bytes it has, once it is being read; 0 where that is not known.
	Size int64
	// Beside: it lies in an opaque folder, of which it is no part.
	Beside bool
	// Others, where it is not nil, is called with the documents that hold no API object.
	Others reader.Visit

	worker *worker
	result reader.Result
	// data is what was read, where that is all of it; passed is why it does not count
	// as unread.
	data   []byte
	passed string
	// fault is why the file was not read, or not whole.
	fault string
	read  bool
	named bool
}

// Excluded reports whether Exclude leaves out a path as it is shown, or a folder
// above it.
func (o *Options) Excluded(shown string) bool {
	if len(o.Exclude) == 0 {
		return false
	}
	exclude := globs(o.Exclude)
	for at := range len(shown) + 1 {
		if (at == len(shown) || shown[at] == '/') && matches(exclude, shown[:at]) {
			return true
		}
	}
	return false
}
