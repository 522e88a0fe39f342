// Package cause returns the causes of file errors, without the path, and the one message for a path
// that cannot be read.
package cause

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
)

// OfLink is Of for errors of an os.Root, where a link may lead out of the folder.
func OfLink(err error) error {
	if err = Of(err); strings.Contains(err.Error(), "escapes") {
		return errors.New("it is a symbolic link to a path outside of the folder; only links inside the folder are followed")
	}
	return err
}

// Of returns an error without the system call and the paths.
func Of(err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return p.Err
	}
	if l, ok := errors.AsType[*os.LinkError](err); ok {
		return l.Err
	}
	return err
}

// ReadError is the error for a path that cannot be read: "cannot read a.yaml: no such file or
// directory". For the path of a flag, the caller adds the flag before it.
type ReadError struct {
	Path string
	Err  error
}

func (e *ReadError) Error() string { return "cannot read " + e.Path + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *ReadError) Unwrap() error { return e.Err }

// Reading returns a [ReadError] with the cause of err.
func Reading(path string, err error) error { return &ReadError{Path: path, Err: Of(err)} }

// ErrParser reports that a parser panicked.
var ErrParser = errors.New("the parser failed")

// Parser calls read and returns its error. The YAML library panics on some malformed texts, such as
// a list as a key next to a merge. Parser returns [ErrParser] for these.
func Parser(read func() error) (err error) {
	defer func() {
		if recover() != nil {
			err = ErrParser
		}
	}()
	return read()
}

// ReadFile reads a file, but at most one byte more than the limit, which tells the caller that the
// file is larger.
func ReadFile(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // it was only read
	return io.ReadAll(io.LimitReader(f, limit+1))
}

// ReadRegular reads a regular file that is not longer than the limit. A repository can contain named
// pipes and links to devices: opening one can block, and reading one may not end.
func ReadRegular(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, &fs.PathError{Op: "read", Path: path, Err: errors.New("it is not a regular file")}
	case info.Size() > limit:
		return nil, &fs.PathError{Op: "read", Path: path, Err: errors.New("it is too large")}
	}
	return os.ReadFile(path)
}
