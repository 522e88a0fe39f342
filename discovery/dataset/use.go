package dataset

import (
	"errors"
	"io/fs"
	"path"
	"sync/atomic"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// inUse is the set that the process uses instead of the built-in one. It is a global, because
// tables are read once per process, by any package. It must be set before the first table is read.
//
//nolint:gochecknoglobals // see above
var inUse struct {
	set  atomic.Pointer[Set]
	read atomic.Bool
}

// Use makes the process use a set instead of the built-in one. It returns an error if a table was
// read before: a report must not mix two sets.
func Use(s *Set) error {
	if inUse.read.Load() {
		return errors.New("another data set is in use already")
	}
	inUse.set.Store(s)
	return nil
}

// Current returns the header of the set in use, and whether it is the built-in one.
func Current() (h Header, builtIn bool) {
	if s := inUse.set.Load(); s != nil {
		return s.Header, false
	}
	h, _ = BuiltIn()
	return h, true
}

// current returns the set in use; nil for the built-in one.
func current() *Set {
	inUse.read.Store(true)
	return inUse.set.Load()
}

// Text returns a file of the set in use. builtIn is the text of the built-in file.
func Text(name, builtIn string) string {
	if s := current(); s != nil {
		return string(s.files[name])
	}
	return builtIn
}

// Folder is a folder of the data set.
type Folder struct {
	// Name is the path in the repository, one of [Parts].
	Name string
	// BuiltIn contains the folder under the last element of Name.
	BuiltIn fs.FS
}

// Names returns the names of the files, sorted.
func (f Folder) Names() (out []string) {
	if s := current(); s != nil {
		return s.names(f.Name)
	}
	entries, err := fs.ReadDir(f.BuiltIn, path.Base(f.Name))
	if err != nil {
		return nil
	}
	return slice.Map(entries, fs.DirEntry.Name)
}

// ReadFile reads a file. The error is [fs.ErrNotExist] if there is none.
func (f Folder) ReadFile(name string) ([]byte, error) {
	if s := current(); s != nil {
		b, has := s.files[f.Name+"/"+name]
		if !has {
			return nil, &fs.PathError{Op: "open", Path: f.Name + "/" + name, Err: fs.ErrNotExist}
		}
		return b, nil
	}
	return fs.ReadFile(f.BuiltIn, path.Base(f.Name)+"/"+name)
}
