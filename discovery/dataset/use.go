package dataset

import (
	"errors"
	"io/fs"
	"path"
	"sync/atomic"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// inUse is the set that the process uses in the place of the built-in one. It is a
// global because tables are read once for the process, wherever they are asked for
// first; it is set before that or not at all.
//
//nolint:gochecknoglobals // see above
var inUse struct {
	set  atomic.Pointer[Set]
	read atomic.Bool
}

// Use makes the process read a set in the place of the built-in one. Nothing may have
// been read yet: an answer must not be checked against two sets.
func Use(s *Set) error {
	if inUse.read.Load() {
		return errors.New("another data set is in use already")
	}
	inUse.set.Store(s)
	return nil
}

// Current is the header of the set in use, and whether it is the built-in one.
func Current() (h Header, builtIn bool) {
	if s := inUse.set.Load(); s != nil {
		return s.Header, false
	}
	h, _ = BuiltIn()
	return h, true
}

// current is the set in use; nil for the built-in one.
func current() *Set {
	inUse.read.Store(true)
	return inUse.set.Load()
}

// Text is a file of the set in use; builtIn is its text where that is the built-in one.
func Text(name, builtIn string) string {
	if s := current(); s != nil {
		return string(s.files[name])
	}
	return builtIn
}

// Folder is a folder of files.
type Folder struct {
	// Name is its path in the checkout, one of [Parts].
	Name string
	// BuiltIn has the folder by the last part of its name.
	BuiltIn fs.FS
}

// Names lists the files, sorted.
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

// ReadFile reads a file. Its error is a [fs.ErrNotExist] where there is none.
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
