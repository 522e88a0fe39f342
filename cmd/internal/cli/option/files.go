package option

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/kubedelta/kubedelta/discovery/cause"
	"github.com/kubedelta/kubedelta/discovery/source/beside"
)

// replaceFile writes a file. The content is written to a temporary file next to it, which is then
// renamed, so that an error leaves the old file unchanged. Links are followed, and an existing file
// keeps its mode. Pipes, devices and files in a read-only folder are written directly.
func replaceFile(path string, write func(w io.Writer) error) error {
	if err := replaceAt(path, write); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, cause.Of(err))
	}
	return nil
}

func replaceAt(path string, write func(w io.Writer) error) error {
	place, exists := path, false
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return writeInto(path, os.O_WRONLY, write)
	case err == nil:
		exists = true
		if place, err = filepath.EvalSymlinks(path); err != nil {
			return err
		}
	case isLink(path): // its target does not exist yet
		return writeInto(path, os.O_WRONLY|os.O_CREATE, write)
	}
	const byUmask = 0o666 // the umask decides who may read a report
	err = beside.Write(place, byUmask, write)
	if exists && errors.Is(err, fs.ErrPermission) {
		return writeInto(place, os.O_WRONLY|os.O_TRUNC, write)
	}
	return err
}

// Exists reports whether there is a file or folder with a path.
func Exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
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
		f.Close() //nolint:errcheck // the first error is returned
		return err
	}
	return f.Close()
}

// RealPath returns the absolute path with links resolved, or "" for "".
func RealPath(path string) string {
	if path == "" {
		return ""
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	if real, err := filepath.EvalSymlinks(absolute); err == nil {
		return real
	}
	return absolute
}

// Present returns an error for the first path of a flag that does not exist.
func Present(flag string, paths []string) error {
	for _, path := range paths {
		if _, err := os.Stat(path); err != nil {
			return fmt.Errorf("%s: %w", flag, cause.Reading(path, err))
		}
	}
	return nil
}
