// Package beside writes a file beside its place and then puts it there in one step:
// others see the old text or the whole new one, also after a crash of the machine.
// It owns what a run that was killed leaves behind, and removes that.
//
// All is done within an [os.Root], so that no link leads out of the folder.
package beside

import (
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
)

// names are those of what is not yet in its place: of the process, and a number.
var names = regexp.MustCompile(`^\.kubedelta-[0-9]+-[0-9]+$`)

// Temporary tells of a name, without its folder, whether a killed run may have left it.
func Temporary(name string) bool { return names.MatchString(name) }

// Replace writes a file of a folder. One that is there keeps its mode; a new one has
// the mode that is given, as far as the umask lets it. A link is replaced, not
// followed.
func Replace(root *os.Root, name string, mode fs.FileMode, write func(w io.Writer) error) (err error) {
	f, made, err := create(root, filepath.Dir(name), mode)
	if err != nil {
		return err
	}
	defer func() {
		if closed := f.Close(); !errors.Is(closed, fs.ErrClosed) {
			err = errors.Join(err, closed)
		}
		if err != nil {
			_ = root.Remove(made) // it may be in its place already
		}
	}()
	if err := write(f); err != nil {
		return err
	}
	if info, err := root.Lstat(name); err == nil && info.Mode().IsRegular() {
		if err := f.Chmod(info.Mode().Perm()); err != nil {
			return err
		}
	}
	// A file system may put the name on the disk before the text.
	if err := f.Sync(); err != nil {
		return err
	}
	return moved(root, f, made, name)
}

// create makes a file that this run holds.
func create(root *os.Root, folder string, mode fs.FileMode) (f *os.File, name string, err error) {
	for {
		name = next(folder)
		f, err = root.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		switch {
		case errors.Is(err, fs.ErrExist):
		case err != nil || held(root, name, f):
			return f, name, err
		default: // another run took it for debris before it was held
			_ = f.Close()
		}
	}
}

// next is a name that no other writer has or had. With one that is used again, a
// writer could put the file of another one into its own place.
func next(folder string) string {
	return filepath.Join(folder, ".kubedelta-"+strconv.Itoa(os.Getpid())+"-"+strconv.FormatUint(rand.Uint64(), 10)) //nolint:gosec // a name that is not used twice, no secret
}

// held takes hold of what was made, and tells whether it is still there.
func held(root *os.Root, name string, f *os.File) bool {
	if !hold(f) {
		return false
	}
	here, err := f.Stat()
	there, err2 := root.Lstat(name)
	return err == nil && err2 == nil && os.SameFile(here, there)
}

// Write writes a file of a path; its folder must be there.
func Write(path string, mode fs.FileMode, write func(w io.Writer) error) error {
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer root.Close() //nolint:errcheck // nothing was written to it
	Clean(root, ".")
	return Replace(root, filepath.Base(path), mode, write)
}

// Folder is a folder that is filled beside its place.
type Folder struct {
	Name string
	root *os.Root
	held *os.File
}

// MakeFolder makes a folder within another.
func MakeFolder(parent string) (*Folder, error) {
	root, err := os.OpenRoot(parent)
	if err != nil {
		return nil, err
	}
	Clean(root, ".")
	for {
		name := next(".")
		err := root.Mkdir(name, 0o777) // the umask decides who may read it
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, errors.Join(err, root.Close())
		}
		if f, err := root.Open(name); err == nil && held(root, name, f) {
			return &Folder{filepath.Join(parent, name), root, f}, nil
		}
	}
}

// Close lets go of the folder, and removes it where it was not moved.
func (f *Folder) Close() error {
	return errors.Join(f.root.RemoveAll(filepath.Base(f.Name)), f.held.Close(), f.root.Close())
}

// Clean removes what killed runs left in a folder. What a run still holds stays.
func Clean(root *os.Root, folder string) {
	dir, err := root.Open(folder)
	if err != nil {
		return
	}
	defer dir.Close() //nolint:errcheck // it was only read
	for {
		const some = 1000
		entries, err := dir.Readdirnames(some)
		for _, name := range entries {
			if Temporary(name) {
				Remove(root, filepath.Join(folder, name))
			}
		}
		if err != nil {
			return // also at the end
		}
	}
}

// Remove removes what a killed run left, unless a run holds it.
func Remove(root *os.Root, name string) {
	info, err := root.Lstat(name)
	if err != nil || !info.Mode().IsRegular() && !info.IsDir() {
		return
	}
	if f, err := root.Open(name); err == nil {
		removeFree(root, name, f, info.IsDir())
	}
}
