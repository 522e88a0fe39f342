// Package beside writes a file next to its final path and then renames it in one step. Other
// processes see the old text or the complete new text, also after a crash of the machine. The
// package owns the temporary files that a killed run leaves behind, and removes them.
//
// All operations use an [os.Root], so that no link leads out of the folder.
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

// names matches the names of temporary files: the ID of the process and a random number.
var names = regexp.MustCompile(`^\.kubedelta-[0-9]+-[0-9]+$`)

// Temporary reports whether a name, without its folder, is that of a temporary file.
func Temporary(name string) bool { return names.MatchString(name) }

// Replace writes a file of a folder. An existing file keeps its mode. A new file has the given
// mode, limited by the umask. A link is replaced, not followed.
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
			_ = root.Remove(made) // the file may be renamed already
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

// create creates a temporary file that this run holds.
func create(root *os.Root, folder string, mode fs.FileMode) (f *os.File, name string, err error) {
	for {
		name = next(folder)
		f, err = root.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		switch {
		case errors.Is(err, fs.ErrExist):
		case err != nil || held(root, name, f):
			return f, name, err
		default: // another run removed it before this run held it
			_ = f.Close()
		}
	}
}

// next returns a name that no other writer uses. If two writers used the same name, one could
// rename the file of the other.
func next(folder string) string {
	return filepath.Join(folder, ".kubedelta-"+strconv.Itoa(os.Getpid())+"-"+strconv.FormatUint(rand.Uint64(), 10)) //nolint:gosec // a unique name, not a secret
}

// held locks a new file or folder and reports whether it still exists.
func held(root *os.Root, name string, f *os.File) bool {
	if !hold(f) {
		return false
	}
	here, err := f.Stat()
	there, err2 := root.Lstat(name)
	return err == nil && err2 == nil && os.SameFile(here, there)
}

// Write writes a file. Its folder must exist.
func Write(path string, mode fs.FileMode, write func(w io.Writer) error) error {
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer root.Close() //nolint:errcheck // nothing was written to it
	Clean(root, ".")
	return Replace(root, filepath.Base(path), mode, write)
}

// WriteFile writes data to a file that only its user can read, and makes its folder.
func WriteFile(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return Write(path, 0o600, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// Folder is a temporary folder that is filled before it is renamed.
type Folder struct {
	Name string
	root *os.Root
	held *os.File
}

// MakeFolder creates a temporary folder in parent.
func MakeFolder(parent string) (*Folder, error) {
	root, err := os.OpenRoot(parent)
	if err != nil {
		return nil, err
	}
	Clean(root, ".")
	for {
		name := next(".")
		err := root.Mkdir(name, 0o777) // the umask limits the mode
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

// Close unlocks the folder, and removes it unless it was renamed.
func (f *Folder) Close() error {
	return errors.Join(f.root.RemoveAll(filepath.Base(f.Name)), f.held.Close(), f.root.Close())
}

// Clean removes the temporary files of killed runs from a folder. It keeps those that a run holds.
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
			return // io.EOF at the end
		}
	}
}

// Remove removes a temporary file of a killed run. It keeps one that a run holds.
func Remove(root *os.Root, name string) {
	info, err := root.Lstat(name)
	if err != nil || !info.Mode().IsRegular() && !info.IsDir() {
		return
	}
	if f, err := root.Open(name); err == nil {
		removeFree(root, name, f, info.IsDir())
	}
}
