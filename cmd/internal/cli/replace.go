package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// replaceFile has a file written. A new text is written beside its place and then
// takes it, so that a failure leaves the old one, or none, and never half of one.
// Links are followed, and an old file keeps its mode. What is no file, such as a
// pipe or a device, is written to, never replaced, and so is a file in a folder
// that may not be changed.
func replaceFile(path string, write func(w io.Writer) error) error {
	if err := replaceAt(path, write); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, bare(err))
	}
	return nil
}

func replaceAt(path string, write func(w io.Writer) error) error {
	place, mode := path, fs.FileMode(0)
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return writeInto(path, os.O_WRONLY, write)
	case err == nil:
		mode = info.Mode().Perm()
		if place, err = filepath.EvalSymlinks(path); err != nil {
			return err
		}
	case isLink(path): // to a place where nothing is yet
		return writeInto(path, os.O_WRONLY|os.O_CREATE, write)
	}
	f, err := createBeside(place)
	if err != nil && mode != 0 && errors.Is(err, fs.ErrPermission) {
		return writeInto(place, os.O_WRONLY|os.O_TRUNC, write)
	}
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) //nolint:errcheck // it is gone after the rename
	if err := write(f); err != nil {
		f.Close() //nolint:errcheck // the first error is the one to tell
		return err
	}
	if mode != 0 {
		if err := f.Chmod(mode); err != nil {
			return err
		}
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), place)
}

func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

func writeInto(path string, how int, write func(w io.Writer) error) error {
	f, err := os.OpenFile(path, how, 0o666) // the umask decides who may read a report
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		f.Close() //nolint:errcheck // the first error is the one to tell
		return err
	}
	return f.Close()
}

// createBeside makes a file in the folder of another one. os.CreateTemp would let
// nobody else read it, whatever the umask says.
func createBeside(place string) (*os.File, error) {
	for try := 0; ; try++ {
		name := filepath.Join(filepath.Dir(place), ".kubedelta-"+strconv.Itoa(os.Getpid())+"-"+strconv.Itoa(try))
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// bare is what went wrong, without the name of a file that nobody knows.
func bare(err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return p.Err
	}
	if l, ok := errors.AsType[*os.LinkError](err); ok {
		return l.Err
	}
	return err
}
